#!/usr/bin/env python3
"""Checks the built documentation site without network.

usage: scripts/check_site.py DIR      exit 1 and one line per fault

Every link and every picture, style and script of a page leads to a file of the site, and #anchors to an id of that file. No page
loads anything from another host.
"""
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADS = {("script", "src"), ("img", "src"), ("link", "href"), ("object", "data"), ("source", "src"), ("iframe", "src")}


class Page(HTMLParser):
    """Ids and links of a page."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links = set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.ids.add(value)
            if name in ("href", "src", "data") and value and not (tag == "link" and ("rel", "canonical") in attributes):
                self.links.append((tag, name, value))


def faults_of(path, pages):
    """The faults of one page; pages: all pages by their path."""
    for tag, name, link in pages[path].links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            if (tag, name) in LOADS and parts.scheme != "data":
                yield f"loads {link} from another host"
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if target.is_dir():
            target /= "index.html"
        if not target.is_file():
            yield f"link to {link}: no such file"
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
            yield f"link to {link}: no such place"


def main():
    root = Path(sys.argv[1]).resolve()
    pages = {path: Page(path) for path in sorted(root.rglob("*.html")) if "mathjax" not in path.parts}
    if not pages:
        sys.exit(f"{root}: no pages")
    found = [f"{path.relative_to(root)}: {fault}" for path in pages for fault in faults_of(path, pages)]
    print("\n".join(sorted(set(found))) if found else f"site: {len(pages)} pages, all links lead somewhere")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
