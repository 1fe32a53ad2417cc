"""Scopes the conformance vectors of a folder with a server, and prints differences: `conformance.py FOLDER [STEP]`.

With a STEP, uses only every STEP-th case. BATON_URL is the server, BATON_API_KEY a key with the scope `evaluate`.
"""

import json
import os
import pathlib
import sys

from baton import Baton


def read_lines(path: pathlib.Path) -> list:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def main(folder: pathlib.Path, step: int = 1) -> int:
    baton = Baton(os.environ["BATON_URL"], os.environ["BATON_API_KEY"])
    seen = count = differing = 0
    for vectors in sorted(folder.iterdir()):
        policy = json.loads((vectors / "policy.json").read_text("utf-8"))
        for case, expected in zip(read_lines(vectors / "cases.jsonl"), read_lines(vectors / "expected.jsonl")):
            seen += 1
            if seen % step:
                continue
            answer = baton.scope(case["from"], case["to"], case["context"], policy=policy, now="2026-01-01T00:00:00Z")
            scoped = {part: answer["scoped"].get(part) for part in expected["scoped"]}
            count += 1
            if scoped != expected["scoped"] or answer["rule_id"] != expected["rule_id"]:
                differing += 1
                print(f"{vectors.name}: {case['from']} -> {case['to']} differs")
    print(f"{count} cases, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), *map(int, sys.argv[2:])))
