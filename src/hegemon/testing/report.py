"""What a check has found: problems, which fail it, and notes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Self

from hegemon._words import counted
from hegemon.errors import CheckFailed

MOST_ALIKE = 3
"""Findings of one check that are kept; the others are counted."""


@dataclass(frozen=True)
class Finding:
    """One thing that a check has found."""

    severity: Literal["problem", "note"]
    check: str
    """What was checked, in a word or two."""
    message: str
    advice: str = ""
    """What to do about it."""
    traceback: str = ""
    """Where code failed, if it did."""

    def __str__(self) -> str:
        return f"{self.check}: {self.message}" + (f"\n  {self.advice}" if self.advice else "")


@dataclass
class Report:
    """Everything that a check has found. `str` of it is for people, `ok` for programs."""

    subject: str
    findings: list[Finding] = field(default_factory=list)
    done: dict[str, int] = field(default_factory=dict)
    """How often each thing was checked, by a word for one of them."""
    more: dict[str, int] = field(default_factory=dict)
    """Findings of each check that were not kept."""
    scope: str = ""
    """What the verdict is about, if it is not everything: `in 2 of 19 games`."""

    @property
    def problems(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.severity == "problem"]

    @property
    def notes(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.severity == "note"]

    @property
    def ok(self) -> bool:
        return not self.problems

    def count(self, check: str, number: int = 1) -> None:
        """Something was checked."""
        self.done[check] = self.done.get(check, 0) + number

    def problem(self, check: str, message: str, advice: str = "", traceback: str = "") -> None:
        self._add(Finding("problem", check, message, advice, traceback))

    def note(self, check: str, message: str, advice: str = "") -> None:
        self._add(Finding("note", check, message, advice))

    def _add(self, finding: Finding) -> None:
        alike = [found for found in self.findings if (found.severity, found.check) == (finding.severity, finding.check)]
        if finding in alike:
            return
        if len(alike) < MOST_ALIKE:
            self.findings.append(finding)
        else:
            self.more[finding.check] = self.more.get(finding.check, 0) + 1

    def require_ok(self) -> Self:
        """The report itself; a CheckFailed with all that was found if there are problems."""
        if self.ok:
            return self
        others = len(self.problems) - 1 + sum(self.more.values())
        first = self.problems[0]
        told = f"{first.check}: {first.message}" + (f" (and {others} more)" if others else "")
        failed = CheckFailed(f"{self.subject}: {told}" + (f"; to mend it: {first.advice}" if first.advice else ""))
        failed.add_note(str(self))
        raise failed

    def merge(self, data: object) -> None:
        """Add what another report, as plain data, has found."""
        if not isinstance(data, dict):
            return
        for row in data.get("findings", []):
            self._add(Finding(**row))
        for own, found in ((self.done, data.get("done", {})), (self.more, data.get("more", {}))):
            for what, number in found.items():
                own[what] = own.get(what, 0) + number

    def to_json(self) -> dict[str, object]:
        found = [vars(finding) for finding in self.findings]
        return {"subject": self.subject, "ok": self.ok, "done": self.done, "findings": found, "more": self.more}

    def __str__(self) -> str:
        done = ", ".join(counted(number, what) for what, number in self.done.items())
        verdict = "no problems" if self.ok else counted(len(self.problems) + sum(self.more.values()), "problem")
        scope = f" {self.scope}" if self.scope else ""
        lines = [f"{self.subject}: {verdict}{scope}" + (f" ({done})" if done else "")]
        lines += [f"problem: {finding}" for finding in self.problems]
        lines += [f"... and {number} more of {check}" for check, number in self.more.items()]
        lines += [f"note: {finding}" for finding in self.notes]
        return "\n".join(lines)
