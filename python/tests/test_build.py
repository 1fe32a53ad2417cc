"""The built wheel and source distribution."""

import base64
import csv
import hashlib
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

import build_package

PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
import baton_policy
assert baton_policy.__file__.startswith(sys.argv[1])
section = {"blocked_context_fields": ["ssn"], "default_handoff_mode": "full"}
policy = baton_policy.parse_policy({"multi_agent_handoffs": section})
scoped = baton_policy.scope(policy, "a", "b", {"prior_outputs": {"a": {"ssn": 1, "x": 2}}})
print(scoped.event["fields_filtered"], scoped.event["context_after_scoping"]["total_tokens"])
"""


class Build(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_the_wheel_works_without_the_repository(self):
        with zipfile.ZipFile(self.folder / build_package.build_wheel(self.folder)) as wheel:
            wheel.extractall(self.folder / "site")
        run = [sys.executable, "-I", "-c", PROGRAM, str(self.folder / "site")]
        answer = subprocess.run(run, cwd=self.folder, capture_output=True, encoding="utf-8", check=True)
        self.assertEqual(answer.stdout, "['a.ssn'] 19\n")

    def test_the_wheel_lists_every_file_with_its_hash(self):
        with zipfile.ZipFile(self.folder / build_package.build_wheel(self.folder)) as wheel:
            files = {name: wheel.read(name) for name in wheel.namelist()}
        record = next(name for name in files if name.endswith(".dist-info/RECORD"))
        rows = {path: (code, size) for path, code, size in csv.reader(files[record].decode().splitlines())}
        self.assertEqual(rows.keys(), files.keys())
        for path, data in files.items():
            if path != record:
                code = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                self.assertEqual(rows[path], (f"sha256={code}", str(len(data))))
        self.assertIn("baton_policy/py.typed", files)
        self.assertIn("baton_policy/adapters/openai_agents.py", files)

    def test_the_source_distribution_builds_the_same_wheel(self):
        wheel = (self.folder / build_package.build_wheel(self.folder)).read_bytes()
        archive = self.folder / build_package.build_sdist(self.folder)
        with tarfile.open(archive) as source:
            # Versions before 3.10.12 have no filters.
            safe = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
            source.extractall(self.folder / "source", **safe)
        root = next((self.folder / "source").iterdir())
        rebuilt = self.folder / "rebuilt"
        subprocess.run([sys.executable, root / "build_package.py", rebuilt], check=True, capture_output=True)
        self.assertEqual(next(rebuilt.glob("*.whl")).read_bytes(), wheel)
        self.assertEqual(next(rebuilt.glob("*.tar.gz")).read_bytes(), archive.read_bytes())


if __name__ == "__main__":
    unittest.main()
