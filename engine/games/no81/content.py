"""Characters, limited mind cards and skills as data, put together from packs (N81-19).

The built-in content (``engine.games.no81.core``) and a host's own are both a :class:`Pack`, read by
``engine.games.no81.packs``; :func:`assemble` makes one :class:`Content` of several. Nothing else in
the rules knows a character or limited card by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.games.no81.cards import CLASS, COMMON
from engine.games.no81.glossary import Camp, CardClass, Colour
from engine.games.no81.packs.faults import Faults, Reason
from engine.games.no81.packs.words import NO_WORDS, Texts, Words
from engine.games.no81.skill import Skill

if TYPE_CHECKING:
    from engine.games.no81.answers import AnswerRule
    from engine.games.no81.effects.delayed import DetachRule
    from engine.games.no81.use import CardRule

__all__ = ["Character", "Content", "Limited", "Pack", "Side", "Version", "assemble"]

Side = tuple[str, int, str | None]
"""Who is in play for a seat: the (main) character, which of its versions, and the deputy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One side of a character card."""

    colour: Colour
    health: int
    skills: tuple[str, ...]

    @property
    def camp(self) -> Camp:
        """Return the side's camp."""
        return self.colour.camp


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """A character card (N81-2.6); ``key``, its name and title, is its identity (N81-2.7)."""

    id: str
    key: tuple[str, str]
    series: str
    karma: int
    versions: tuple[Version, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limited:
    """A limited mind card (N81-18); an empty condition set does not restrict."""

    id: str
    rank: str
    kind: CardClass
    fallback: str
    series: frozenset[str] = frozenset()
    camps: frozenset[Camp] = frozenset()
    colours: frozenset[Colour] = frozenset()
    characters: frozenset[str] = frozenset()
    karma: tuple[int, int] | None = None
    """Least and most karma of a character in play."""
    answers: Mapping[str, AnswerRule] = field(default_factory=dict)
    """What it does in windows, by ``w_event``, ``w_guard``, ``w_burst``, ``w_dying``."""
    guard_draw: int | None = None
    """It counts as a Guard from hand and then draws so many (N81-18.2.1); None: it does not."""

    def met(self, camp: Camp, series: frozenset[str]) -> bool:
        """N81-4.11: say whether somebody of this camp and these series meets the condition."""
        if self.camps and camp not in self.camps:
            return False
        return not self.series or not self.series.isdisjoint(series)

    @property
    def demands_more(self) -> bool:
        """Whether there is more to its condition than camp and series."""
        return bool(self.colours or self.characters or self.karma)

    def suits(self, colour: Colour, in_play: Sequence[Character]) -> bool:
        """Say whether the rest of the condition is met by who is in play (N81-14.5).

        The colour is the main's; name and karma may be those of the main or of the deputy.
        """
        if self.colours and colour not in self.colours:
            return False
        if self.characters and not any(one.id in self.characters for one in in_play):
            return False
        if self.karma is None:
            return True
        least, most = self.karma
        return any(least <= one.karma <= most for one in in_play)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """What one pack brings. ``digest`` is over all that is played, not over texts."""

    id: str
    version: str = ""
    digest: str = ""
    series: Mapping[str, Words] = field(default_factory=dict)
    """Every series that it uses; packs may share one."""
    characters: Sequence[Character] = ()
    limited: Sequence[Limited] = ()
    skills: Sequence[Skill] = ()
    rules: Mapping[str, Mapping[int, CardRule]] = field(default_factory=dict)
    detaching: Mapping[str, DetachRule] = field(default_factory=dict)
    texts: Mapping[str, Texts] = field(default_factory=dict)
    """By id of a character, skill or limited card; by the pack's own, what it is called."""
    files: Mapping[str, str] = field(default_factory=dict)
    """By id, the file that it stands in."""

    @property
    def mark(self) -> str:
        """Return what a journal keeps of it: id, version and digest."""
        return f"{self.id} {self.version} {self.digest}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """All that is loaded, by id, in the order given."""

    characters: Mapping[str, Character]
    limited: Mapping[str, Limited]
    skills: Mapping[str, Skill]
    rules: Mapping[str, Mapping[int, CardRule]]
    """What limited cards do in the play phase, by id and mode, beside ``effects.RULES``."""
    detaching: Mapping[str, DetachRule]
    """What detaching them does, beside ``effects.delayed.DETACHING``."""
    texts: Mapping[str, Texts] = field(default_factory=dict)
    """By id, of series and packs too."""

    def counts_as(self, name: str, camp: Camp, series: frozenset[str], side: Side) -> str:
        """N81-4.11: return what a card of this face is for somebody: itself, or its fallback."""
        card = self.limited.get(name)
        if card is None:
            return name
        met = card.met(camp, series)
        if met and card.demands_more:
            main, version, deputy = side
            in_play = [self.characters[one] for one in (main, deputy) if one]
            met = card.suits(in_play[0].versions[version].colour, in_play)
        return name if met else card.fallback

    def mind_faces(self, rank: str) -> tuple[str, ...]:
        """N81-4.1: return the faces that a mind card of this rank may have, the default first."""
        common = tuple(face.value for face in COMMON[rank])
        return (*common, *(card.id for card in self.limited.values() if card.rank == rank))

    def kind(self, face: str) -> CardClass:
        """Return the class of a face."""
        limited = self.limited.get(face)
        return CLASS[face] if limited is None else limited.kind


def assemble(packs: Sequence[Pack]) -> Content:
    """Return the content of ``packs``, of which the first is the built-in one.

    Raises :class:`engine.games.no81.packs.faults.PackError` with all that does not fit together
    (N81-19.1, N81-19.2): ids and names used twice, skills that are not there.
    """
    faults = Faults()
    _check_ids(packs, faults)
    _check_names(packs, faults)
    for pack in packs:
        known = {skill.id for skill in (*packs[0].skills, *pack.skills)}
        for one in pack.characters:
            for number, version in enumerate(one.versions, start=1):
                for place, name in enumerate(version.skills, start=1):
                    if name not in known:
                        key = f"version[{number}].skills[{place}]"
                        faults.add(pack.files.get(one.id, ""), key, Reason.UNKNOWN, name)
    faults.check()
    rules = {face: modes for pack in packs for face, modes in pack.rules.items()}
    detaching = {face: rule for pack in packs for face, rule in pack.detaching.items()}
    series = {name: Texts(name=words) for pack in packs for name, words in pack.series.items()}
    return Content(
        characters=MappingProxyType({one.id: one for pack in packs for one in pack.characters}),
        limited=MappingProxyType({card.id: card for pack in packs for card in pack.limited}),
        skills=MappingProxyType({skill.id: skill for pack in packs for skill in pack.skills}),
        rules=MappingProxyType(rules),
        detaching=MappingProxyType(detaching),
        texts=MappingProxyType(
            {**series, **{name: texts for pack in packs for name, texts in pack.texts.items()}}
        ),
    )


def _check_ids(packs: Sequence[Pack], faults: Faults) -> None:
    """N81-19.1: ids are unique over all packs; a series may be named by several, alike."""
    seen: dict[str, str] = dict.fromkeys(CLASS, "")
    series: dict[str, Words] = {}
    for pack in packs:
        for name, words in pack.series.items():
            if series.setdefault(name, words) != words and NO_WORDS not in (words, series[name]):
                faults.add(pack.files.get(name, ""), "series", Reason.OTHER_NAME, name)
    for pack in packs:
        own = [c.id for c in pack.characters] + [c.id for c in pack.limited]
        for name in (pack.id, *own, *(skill.id for skill in pack.skills)):
            file = pack.files.get(name, "")
            if name in seen or name in series:
                faults.add(file, "id", Reason.TWICE, name, list(filter(None, [seen.get(name)])))
            seen[name] = file


def _check_names(packs: Sequence[Pack], faults: Faults) -> None:
    """N81-2.7: two characters with the same name and title are one card."""
    seen: dict[tuple[str, str], str] = {}
    for pack in packs:
        for one in pack.characters:
            if one.key in seen:
                faults.add(pack.files.get(one.id, ""), "name", Reason.SAME_NAME, seen[one.key])
            seen[one.key] = one.id
