"""What is wrong with a content pack, in words: file, key and reason (N81-19.1)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import JournalError
from engine.games.no81.content import Pack
from engine.games.no81.library import hosts
from engine.games.no81.packs.faults import Fault, PackError, Reason
from tui.i18n import N_, _, current, join_and, join_or, n_

__all__ = [
    "fault_line",
    "host_packs",
    "pack_faults",
    "pack_fine",
    "pack_names",
    "pack_refused",
    "packs_refused",
    "unreadable",
]

_LONGEST = 60
_ENDS = 2
_NEEDED = {
    "text": N_('a text is needed, as in "blue"'),
    "number": N_("a whole number is needed, as in 6"),
    "yes_no": N_("true or false is needed"),
    "table": N_("a table is needed"),
    "tables": N_("a list of tables is needed"),
    "texts": N_('a list of texts is needed, as in ["one", "two"]'),
    "words": N_("a table with both languages is needed, as in {example}"),
}


def pack_faults(error: PackError) -> list[str]:
    """Return a line for every fault."""
    return list(map(fault_line, error.faults))


def pack_refused(error: PackError) -> str:
    """Return the last line of a check that found something."""
    count = len(error.faults)
    return n_(
        "{n} fault. The pack cannot be loaded.", "{n} faults. The pack cannot be loaded.", count
    )


def packs_refused(error: PackError) -> str:
    """Return the last line of a server that does not start."""
    count = len(error.faults)
    return n_(
        "{n} fault in the content packs. The server does not start; mend the pack, or leave it "
        "out of 'packs'.",
        "{n} faults in the content packs. The server does not start; mend the packs, or leave "
        "them out of 'packs'.",
        count,
    )


def pack_fine(pack: Pack) -> str:
    """Return that a pack can be loaded, and what it brings."""
    return _(
        "{pack} {version}: characters: {characters}, limited mind cards: {cards}, skills: "
        "{skills}. It can be loaded.",
        pack=pack.id,
        version=pack.version,
        characters=len(pack.characters),
        cards=len(pack.limited),
        skills=len(pack.skills),
    )


def host_packs() -> list[str]:
    """Return the host's packs by name and version."""
    return [
        f"{pack.texts[pack.id].name.within(current()) or pack.id} {pack.version}"
        for pack in hosts().values()
    ]


def pack_names(marks: Sequence[str]) -> list[str]:
    """Return packs by id and version, from what journals keep of them."""
    return [_shown(str(mark).rpartition(" ")[0])[:_LONGEST] for mark in marks]


def unreadable(error: JournalError) -> str:
    """Return why a finished game cannot be shown again."""
    if error.code == "content":
        packs = join_and(pack_names(list(error.params["missing"])))  # type: ignore[arg-type]
        return _(
            "That game was played with {packs}, which the server has not loaded like that.",
            packs=packs,
        )
    return _("That game was played by other rules and cannot be read by these.")


def fault_line(fault: Fault) -> str:
    """Return ``file: key: reason`` in one line that is safe to print."""
    where = ": ".join(filter(None, [_shown(fault.file), _shown(fault.key)]))
    return f"{where}: {_why(fault)}"


def _shown(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)


def _why(fault: Fault) -> str:
    """Return the reason; the sentences are those of :class:`Reason`, in its three groups."""
    value = _shown(fault.value)
    value = value if len(value) <= _LONGEST else value[:_LONGEST] + "..."
    choices = join_or(list(map(_shown, fault.choices)))
    if fault.reason is Reason.RANGE and len(fault.choices) == _ENDS:
        choices = _("{least} to {most}", least=fault.choices[0], most=fault.choices[1])
    return next(
        filter(None, (part(fault.reason, value, choices) for part in (_file, _key, _sense, _code)))
    )


def _file(reason: Reason, value: str, _choices: str) -> str | None:
    match reason:
        case Reason.UNREADABLE:
            return _("it cannot be read: {reason}", reason=value)
        case Reason.NO_FOLDER:
            return _("there is no such folder")
        case Reason.TOO_LARGE:
            return _("the file is larger than {most} bytes", most=value)
        case Reason.TOO_MANY:
            return _("a pack may have {most} files at most", most=value)
        case Reason.LINK:
            return _("only plain files in the folder itself are read, no links")
        case Reason.STRAY:
            return _(
                "no part of a pack; there are pack.toml, characters/*.toml, mind/*.toml and "
                "skills/*.py"
            )
        case Reason.NOT_TEXT:
            return _("the file is not UTF-8 text")
        case Reason.NOT_TOML:
            return _("not valid TOML: {reason}", reason=value)
        case _:
            return None


def _key(reason: Reason, value: str, choices: str) -> str | None:
    match reason:
        case Reason.MISSING:
            return _("missing")
        case Reason.UNKNOWN_KEY if choices:
            return _("there is no such key; did you mean '{key}'?", key=choices)
        case Reason.UNKNOWN_KEY:
            return _("there is no such key here")
        case Reason.TYPE:
            return _(_NEEDED[choices], example='{ en = "...", zh = "..." }')
        case Reason.UNKNOWN if choices:
            return _("unknown: '{value}'; one of {choices}", value=value, choices=choices)
        case Reason.UNKNOWN:
            return _("unknown: '{value}'", value=value)
        case Reason.RANGE:
            return _("{range} is needed, not {value}", range=choices, value=value)
        case Reason.TOO_LONG:
            return _("longer than {most} characters", most=value)
        case Reason.NOT_PRINTABLE:
            return _("it holds characters that a terminal cannot show")
        case Reason.BAD_ID:
            return _(
                "'{value}' is no id; an id has 2 to 32 of a-z, 0-9 and _, a letter first",
                value=value,
            )
        case _:
            return None


def _sense(reason: Reason, value: str, choices: str) -> str | None:
    match reason:
        case Reason.API:
            return _(
                "made for version {value} of the plug-in interface; this is {known}",
                value=value,
                known=choices,
            )
        case Reason.TWICE if choices:
            return _("the id '{value}' is taken, by {file}", value=value, file=choices)
        case Reason.TWICE:
            return _("the id '{value}' is taken", value=value)
        case Reason.SAME_CAMP:
            return _("both versions belong to the same camp")
        case Reason.SAME_NAME:
            return _("the character '{other}' has this name and title", other=value)
        case Reason.OTHER_NAME:
            return _("another pack has a different name for the series '{value}'", value=value)
        case Reason.UNSUPPORTED if value:
            return _("this cannot be played with '{value}'", value=value)
        case Reason.UNSUPPORTED:
            return _("this cannot be played")
        case Reason.BOTH:
            return _("only one of them: {choices}", choices=choices)
        case _:
            return None


def _code(reason: Reason, value: str, choices: str) -> str:
    match reason:
        case Reason.NO_MODULE:
            return _("there is no skills/{file}", file=value)
        case Reason.NO_CLASS:
            return _("the module has no class '{value}' that derives from Skill", value=value)
        case Reason.SYNTAX:
            return _("not valid Python: {reason}", reason=value)
        case Reason.IMPORT:
            return _("'{value}' cannot be imported; one of {choices}", value=value, choices=choices)
        case Reason.FORBIDDEN:
            return _("a plug-in may not use '{value}'", value=value)
        case Reason.RAISED:
            return _("loading it raised {error}", error=value)
        case Reason.UNUSED:
            return _("no skill and no card names this module")
        case _:
            raise AssertionError(reason)
