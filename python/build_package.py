"""Builds the wheel and the source distribution of baton-policy; also the PEP 517 backend of `pyproject.toml`.

`python3 build_package.py [FOLDER]` writes both to FOLDER (`../dist` by default) and prints their paths. The
same sources give the same bytes. Needs Python 3.10 and, in a clone, `npm install`, because the rank table of
the tokenizer is generated from js-tiktoken.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import os
import re
import sys
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "src/baton_policy"
RANKS = PACKAGE / "cl100k_base.ranks"
JS_RANKS = HERE.parent / "node_modules/js-tiktoken/dist/ranks/cl100k_base.js"
# The license of the sources is that of the repository; a source distribution has its own copy.
LICENSES = (HERE / "LICENSE", HERE.parent / "LICENSE")
TAG = "py3-none-any"
# The earliest time that a zip file can store, so that builds are reproducible.
ZIP_TIME = (1980, 1, 1, 0, 0, 0)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes the wheel to a folder and returns its file name (PEP 517)."""
    project = read_project()
    info = f"{project['stem']}.dist-info"
    files = {f"baton_policy/{path}": data for path, data in package_files().items()}
    files[f"{info}/METADATA"] = metadata(project)
    files[f"{info}/licenses/LICENSE"] = read_license()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: baton-policy\nRoot-Is-Purelib: true\nTag: {TAG}\n".encode()
    )
    rows = [f"{path},sha256={digest(data)},{len(data)}" for path, data in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    name = f"{project['stem']}-{TAG}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w") as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, ZIP_TIME)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """Writes the source distribution to a folder and returns its file name (PEP 517)."""
    project = read_project()
    files = {f"src/baton_policy/{path}": data for path, data in package_files().items()}
    for name in ("README.md", "build_package.py", "pyproject.toml"):
        files[name] = (HERE / name).read_bytes()
    files["LICENSE"] = read_license()
    files["PKG-INFO"] = metadata(project)
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, data in sorted(files.items()):
            entry = tarfile.TarInfo(f"{project['stem']}/{path}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    name = f"{project['stem']}.tar.gz"
    with open(Path(sdist_directory) / name, "wb") as file:
        file.write(gzip.compress(content.getvalue(), 9, mtime=0))
    return name


def ensure_ranks():
    """Generates the rank table of cl100k_base if it is missing; FileNotFoundError without js-tiktoken."""
    if RANKS.exists():
        return
    source = JS_RANKS.read_text("utf-8")
    table = json.loads(re.search(r'"bpe_ranks":("(?:[^"\\]|\\.)*")', source)[1])
    tokens = []
    for line in table.split("\n"):
        _, first, *encoded = line.split(" ")
        if int(first) != len(tokens):
            raise ValueError(f"{JS_RANKS} has no token of rank {len(tokens)}")
        tokens.extend(base64.b64decode(each) for each in encoded)
    sys.path.insert(0, str(HERE / "src"))
    try:
        from baton_policy._tokens import pack_ranks
    finally:
        sys.path.pop(0)
    partial = RANKS.with_suffix(f".{os.getpid()}.partial")
    partial.write_bytes(pack_ranks(tokens))
    partial.replace(RANKS)


def package_files():
    """Returns the files of the package by their path in it."""
    ensure_ranks()
    paths = sorted(path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".ranks", ".typed"))
    return {path.relative_to(PACKAGE).as_posix(): path.read_bytes() for path in paths}


def read_project():
    """Reads the table `project` of `pyproject.toml`, limited to texts and lists of texts.

    Python 3.10 has no TOML parser.
    """
    text = (HERE / "pyproject.toml").read_text("utf-8")
    table = text.split("[project]\n", 1)[1].split("\n[", 1)[0]
    pairs = re.findall(r'^([a-z-]+) = ("[^"]*"|\[[^\]]*\])', table, re.MULTILINE)
    project = {key: json.loads(re.sub(r",\s*\]", "]", value)) for key, value in pairs}
    project["stem"] = f"{project['name'].replace('-', '_')}-{project['version']}"
    return project


def metadata(project):
    """Returns the core metadata (version 2.4)."""
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"License-Expression: {project['license']}",
        *(f"License-File: {name}" for name in project["license-files"]),
        f"Keywords: {','.join(project['keywords'])}",
        *(f"Classifier: {name}" for name in project["classifiers"]),
        f"Requires-Python: {project['requires-python']}",
        "Description-Content-Type: text/markdown",
        "",
        (HERE / project["readme"]).read_text("utf-8"),
    ]
    return "\n".join(lines).encode("utf-8")


def read_license():
    return next(path for path in LICENSES if path.exists()).read_bytes()


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent / "dist"
    folder.mkdir(parents=True, exist_ok=True)
    for name in (build_wheel(folder), build_sdist(folder)):
        print(folder / name)


if __name__ == "__main__":
    main()
