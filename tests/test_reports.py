"""Every fault that others reported has a test that names it (CONTRIBUTING.md).

The list of reports stands beside the repository, as the rules do; without it nothing can be
checked. A report is named with or without its owner ("shazow/ssh-chat#74", "ssh-chat#74").
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
REPORTS = TESTS.parent.parent / "shared" / "research" / "field_reports.md"
SECTIONS = ("Sessions and terminals", "Hidden information", "Rules and timing")


def listed(section: str) -> list[list[str]]:
    """Return the reports of each line of a section's table, as ``repository#number``."""
    text = REPORTS.read_text(encoding="utf-8").split(f"## {section}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("| ")]
    return [list(ids(row)) for row in rows if row != "report"]


def ids(row: str) -> list[str]:
    """Spell out ``owner/name#1, #2, other (source)`` as ``name#1``, ``name#2``, ``other``."""
    found: list[str] = []
    for part in row.split(", "):
        name = part.removesuffix(" (source)").rpartition("/")[2]
        found.append(found[-1].partition("#")[0] + name if name.startswith("#") else name)
    return found


def named() -> set[str]:
    """Return what the tests name in ``mark.report``, without owners."""
    mark = re.compile(r"mark\.report\(((?:\s*\"[^\"]*\",?\s*)+)\)")
    return {
        re.split(r"[: ]", name.rpartition("/")[2])[0]
        for path in TESTS.rglob("test_*.py")
        for arguments in mark.findall(path.read_text(encoding="utf-8"))
        for name in re.findall(r'"([^"]*)"', arguments)
    }


@pytest.mark.parametrize("section", SECTIONS)
def test_every_line_of_the_field_reports_has_a_test(section: str) -> None:
    if not REPORTS.exists():
        pytest.skip("the list of field reports is not beside this clone")
    tested = named()
    assert not [row for row in listed(section) if not tested & set(row)]


def test_every_report_about_sessions_has_a_test_of_its_own_name() -> None:
    if not REPORTS.exists():
        pytest.skip("the list of field reports is not beside this clone")
    assert not {report for row in listed(SECTIONS[0]) for report in row} - named()
