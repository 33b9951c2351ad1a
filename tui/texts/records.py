"""What somebody has played, in words: one game, totals, and how two people stand."""

from __future__ import annotations

import time

from engine.registry import GAMES
from server.api import Met, PastGame, Total
from tui.i18n import _, join_and, join_list, n_, p_
from tui.messages import TEXTS, choice_name
from tui.texts.sentences import sentences
from tui.widgets.lines import clean

__all__ = ["about_game", "day_of", "kind_name", "met_line", "met_name", "outcome", "percent",
           "total_line"]  # fmt: skip


def kind_name(game: str, mode: str) -> str:
    """Return what was played: a game, and its mode where it has several."""
    texts = TEXTS.get(game)
    if texts is None:
        return game
    if not mode:
        return texts.name()
    return join_list([texts.name(), choice_name(game, GAMES[game].mode, mode)])


def day_of(game: PastGame) -> str:
    """Return the day on which a game ended (UTC)."""
    return time.strftime("%Y-%m-%d", time.gmtime(game["ended"]))


def outcome(game: PastGame) -> str:
    """Return how a game ended for its player, in at most 6 cells."""
    if game["won"]:
        return _("won")
    return p_("game", "drawn") if game["drawn"] else _("lost")


def about_game(game: PastGame) -> str:
    """Return what a player came away with from a game, and who was there."""
    seats = len(game["names"])
    texts = TEXTS.get(game["game"])
    part = texts.part(game["side"], game["roles"]) if texts is not None else ""
    place = _("Place {rank} of {seats}.", rank=game["rank"], seats=seats) if game["rank"] else ""
    seat = game["seat"]
    sat = _("Your seat: {seat} of {seats}.", seat=seat + 1, seats=seats) if seat >= 0 else ""
    others = [name for number, name in enumerate(game["names"]) if number != seat]
    names = join_and([clean(name) for name in others])
    return sentences(
        _(
            "{kind}, {date}: {outcome}.",
            kind=kind_name(game["game"], game["mode"]),
            date=day_of(game),
            outcome=outcome(game),
        ),
        place,
        sat,
        _("You were {part}.", part=part) if part else "",
        _("With {names}.", names=names) if sat else _("Players: {names}.", names=names),
    )


def percent(won: int, played: int) -> int:
    """Return how many of a hundred games were won; 0 of none."""
    return round(100 * won / played) if played else 0


def total_line(total: Total) -> str:
    """Return how often one kind of game was played and won."""
    played, won = total["played"], total["won"]
    return n_(
        "{kind}: {n} game, {won} won ({percent} %).",
        "{kind}: {n} games, {won} won ({percent} %).",
        played,
        kind=kind_name(total["game"], total["mode"]),
        won=won,
        percent=percent(won, played),
    )


def met_name(met: Met) -> str:
    """Return somebody's name, and the tag that tells namesakes apart."""
    return clean(f"{met['name'].partition('~')[0]}~{met['tag']}")


def met_line(met: Met) -> str:
    """Return how a player and another stand."""
    apart, beside, games = met["against"], met["beside"], met["games"]
    hidden = games - apart - beside
    together = n_(
        "{name}: {n} game together.", "{name}: {n} games together.", games, name=met_name(met)
    )
    against = n_(
        "Against each other {n}: you won {won}, they won {lost}.",
        "Against each other {n}: you won {won}, they won {lost}.",
        apart,
        won=met["won"],
        lost=met["lost"],
    )
    allied = n_(
        "On one side {n}, won {won}.", "On one side {n}, won {won}.", beside, won=met["won_beside"]
    )
    kept = n_(
        "In {n} it stays hidden who was on whose side.",
        "In {n} it stays hidden who was on whose side.",
        hidden,
    )
    return sentences(
        together, against if apart else "", allied if beside else "", kept if hidden else ""
    )
