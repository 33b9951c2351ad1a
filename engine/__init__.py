"""Rules of the games, and the driver that runs them. No I/O, clock, asyncio or prose.

How a game is written
=====================
1. A *script* is a generator that reads like the rule book. It yields ``Ask``, ``Gather``,
   ``Chance`` and ``Tell`` (``engine.request``) and is resumed with the reply; ``yield from``
   nests an effect in a play in a turn.
2. What happens is *told* as events with their audience (``engine.event``). A viewer's view is a
   fold of that viewer's own events, so it cannot hold more than it was told.
3. ``engine.driver`` runs the script, refuses what is illegal before the script sees it, and
   journals every answer and draw (``engine.journal``). Replaying a journal is the only way to
   resume, undo or verify.
4. ``engine.registry`` lists the games. A new one adds a package under ``engine/games``, its
   presenter in ``tui/games``, catalogue entries, tests, and one line in each registry.
"""
