"""Settings of the documentation site: Sphinx with MyST, Furo, Breathe and BibTeX (`make docs`)."""
import os
import re
import shutil
import sys
from pathlib import Path

sys.path.insert(0, os.path.dirname(__file__))
from author_year import register

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ["DOCS_BUILD"]).resolve()
sys.path.insert(0, str(ROOT / "src/python"))

project = "Rigel"
author = "the authors of Rigel"
copyright = author
version = release = re.search(r"(?m)^VERSION *:= *(\S+)", (ROOT / "Makefile").read_text())[1]
language = "en"
html_theme = "furo"
html_title = f"Rigel {release}"
html_copy_source = False
html_show_sphinx = False
html_static_path = ["static"]
html_css_files = ["site.css"]
exclude_patterns = ["site"]

extensions = ["myst_parser", "breathe", "sphinx.ext.autodoc", "sphinx.ext.mathjax", "sphinx_copybutton", "sphinxcontrib.bibtex",
              "sphinxcontrib.spelling"]

myst_enable_extensions = ["dollarmath", "amsmath", "deflist", "colon_fence", "fieldlist"]
myst_heading_anchors = 6
myst_dmath_double_inline = True
suppress_warnings = ["myst.header"]  # included pages begin at their own level

# links that lead nowhere are errors; these types are not Rigel's
nitpicky = True
nitpick_ignore = [("c:identifier", name) for name in ("size_t", "bool", "Mat")]

# MathJax 2 from Debian, copied into the site
mathjax_path = "mathjax/MathJax.js?config=TeX-AMS_SVG"
mathjax2_config = {"tex2jax": {"inlineMath": [["\\(", "\\)"]], "displayMath": [["\\[", "\\]"]], "processClass": "math",
                               "ignoreClass": "document"},
                   "SVG": {"font": "TeX"}, "showMathMenu": False, "messageStyle": "none"}
myst_update_mathjax = False
MATHJAX = Path("/usr/share/javascript/mathjax")
MATHJAX_PARTS = ("MathJax.js", "config/TeX-AMS_SVG.js", "extensions", "jax/element", "jax/input/TeX", "jax/output/SVG")

breathe_projects = {"rigel": str(BUILD / "xml")}
breathe_default_project = "rigel"
breathe_domain_by_extension = {"h": "c"}

bibtex_bibfiles = ["references.bib"]
bibtex_reference_style, bibtex_default_style = register()

autodoc_member_order = "bysource"
autodoc_typehints = "none"

spelling_lang = "en_GB"
tokenizer_lang = "en_GB"
spelling_word_list_filename = ["spelling_wordlist.txt"]
spelling_show_suggestions = False

# the copy button leaves out prompts and output
copybutton_prompt_text = "$ "
copybutton_line_continuation_character = "\\"

# pages of the repository that are pages of the site, too
INCLUDED = {
    "CONTRIBUTING.md": "developers/contributing", "src/README.md": "developers/source_map", "SECURITY.md": "developers/security",
    "CHANGELOG.md": "developers/changelog", "results/mubo_may_betsch_2025/README.md": "benchmarks/may_betsch_2025",
    "results/nme_betsch_siebert_2009/README.md": "benchmarks/betsch_siebert_2009",
    "results/compstruc_hulbert_1992/README.md": "benchmarks/hulbert_1992",
    "results/iitk_chaurasia_2012/README.md": "benchmarks/chaurasia_2012",
}
copied = set()


def repository_file(docname, target):
    """Path, from the root of the repository, of a link of a page, or of the page that it includes; None: there is no such file."""
    for source in [f"docs/{docname}.md"] + [path for path, name in INCLUDED.items() if name == docname]:
        path = (ROOT / source).parent.joinpath(target).resolve()
        if path.exists() and ROOT in path.parents:
            return path.relative_to(ROOT).as_posix()
    return None


def resolve_outside(app, env, node, contnode):
    """Links to files outside docs/: the page that includes the file, or a copy of it in the site."""
    from docutils import nodes
    if node.get("reftype") not in ("any", "myst"):
        return None
    target, _, part = node["reftarget"].partition("#")
    path = repository_file(node["refdoc"], target)
    if path is None:
        return None
    docname = path[5:-3] if re.match(r"docs/.*\.md$", path) else INCLUDED.get(path)
    if docname in env.found_docs:
        uri = app.builder.get_relative_uri(node["refdoc"], docname) + (f"#{part}" if part else "")
    elif (ROOT / path).is_file():
        copied.add(path)
        uri = app.builder.get_relative_uri(node["refdoc"], "index").replace("index.html", "") + "_files/" + path
    else:
        return contnode
    return nodes.reference("", "", contnode, refuri=uri, internal=True)


def copy_files(app, exception):
    """Copies MathJax and the linked files of the repository into the built site."""
    if exception or app.builder.name != "html":
        return
    for part in MATHJAX_PARTS:
        source, target = MATHJAX / part, Path(app.outdir) / "_static/mathjax" / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        else:
            shutil.copyfile(source, target)
    for path in sorted(copied):
        target = Path(app.outdir) / "_files" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, target)


NUMBER = re.compile(r"[<>~]? ?[-+]?\d[\d.]*(e[-+]\d+)?( ?[%a-zA-Z]{1,2})?")


def mark_numbers(app, doctree):
    """Gives cells of tables that contain one number a class, since a browser would break 6.7e-16 at its hyphen."""
    from docutils import nodes
    for cell in doctree.findall(nodes.entry):
        if NUMBER.fullmatch(cell.astext().strip()):
            cell["classes"].append("number")


def setup(app):
    app.connect("doctree-read", mark_numbers)
    app.connect("missing-reference", resolve_outside)
    app.connect("build-finished", copy_files)
