"""Tests of the sources in `src`: `python3 -m unittest` in the folder `python`, after `npm install`."""

import sys
from pathlib import Path

import build_package

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))
build_package.ensure_ranks()
