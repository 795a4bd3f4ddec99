"""Tables in CSV files: rows by column name, selection of cells, formatted output."""
import csv


def number(text):
    """The number that a cell states, or None."""
    try:
        return float(text)
    except (TypeError, ValueError):
        return None


def same(cell, value):
    """True if a cell states this value; numbers are compared as numbers, so that 1e-05 equals 0.00001."""
    a, b = number(cell), number(value)
    return a == b if a is not None and b is not None else cell == str(value)


class Table:
    """Rows of one CSV file; each row maps a column name to its text."""

    def __init__(self, path):
        self.path = path
        with open(path, encoding="utf-8", newline="") as file:
            self.rows = list(csv.DictReader(file))

    def select(self, **conditions):
        """Rows whose columns have the given values; a double underscore in a keyword means a dot of the column name."""
        wanted = {name.replace("__", "."): value for name, value in conditions.items()}
        return [row for row in self.rows if all(same(row[name], value) for name, value in wanted.items())]

    def cells(self, column, **conditions):
        """Numbers of a column in the selected rows, without nan."""
        values = [float(row[column]) for row in self.select(**conditions)]
        return [value for value in values if value == value]

    def cell(self, column, **conditions):
        """The first of cells(); there must be one."""
        found = self.cells(column, **conditions)
        if not found:
            raise LookupError(f"{self.path}: no number in column {column} where {conditions}")
        return found[0]

    def columns(self, *names):
        """Each row as a tuple of numbers."""
        return [tuple(float(row[name]) for name in names) for row in self.rows]

    def values(self, name):
        """The different texts of a column, in order of appearance."""
        return list(dict.fromkeys(row[name] for row in self.rows))


def write_csv(path, header, rows):
    """Writes a table; rows contain text or numbers that are already rounded."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def markdown(header, rows):
    """A Markdown table."""
    lines = [header, ["---"] * len(header)] + [[str(cell) for cell in row] for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" if line[0] != "---" else "|" + "|".join(line) + "|" for line in lines)
