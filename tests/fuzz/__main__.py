"""The command line: ``python -m tests.fuzz`` runs all fuzzers, one after the other."""

from __future__ import annotations

import argparse
import sys

from tests.fuzz.harness import FOLDER, NAMES, run, run_case, work


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("name", nargs="?", default="", help=f"{', '.join(NAMES)}; by default all")
    parser.add_argument("--seconds", type=float, default=600, help="time for each fuzzer")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--hang", type=float, default=10, help="seconds after which a case hangs")
    parser.add_argument("--case", type=int, help="repeat only this case, in this process")
    parser.add_argument("--worker", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.name and not (FOLDER / f"{given.name}.py").is_file():
        parser.error(f"there is no fuzzer {given.name}; there are {', '.join(NAMES)}")
    if given.worker is not None:
        return work(given.name, given.seed, given.worker)
    if given.case is not None:
        return run_case(given.name, given.seed, given.case)
    names = [given.name] if given.name else NAMES
    failures = [run(name, given.seconds, given.seed, given.hang).failures for name in names]
    return int(sum(failures) > 0)


if __name__ == "__main__":
    sys.exit(main())
