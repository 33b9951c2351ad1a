"""Future Diary: 5 to 15 seats, fourteen roles, one act at a time (rules page ``FD-``).

Where to look: words to the outside ``terms``; the roles ``roles`` and set-ups ``setup``; values
``model`` (what is true), ``outcome`` (what an act did) and ``state`` (a game that runs). What a
seat may send: ``answer``, ``form`` and ``sheets``, by the facts of ``legal`` and ``rights``. The
course of a game: ``script``, ``lobby``, ``deal``, ``act``; of one step in it: ``steps``,
``sitting``, ``talk``, ``predict``. An act's resolution, in its order:
``lock``, ``finals``, ``alliances``, ``stages`` (with ``batch``, ``kills``, ``protections``),
``last_words``, ``close`` (with ``triggers``, ``costs``), ``win``; links are written by ``ledger``,
and ``resolve`` is the way in. What diaries read ``visible`` and ``diaries``; what
seats are told ``notices``, ``why``, ``chronicle``.

Two numbers for one place: a *chair* (0-based) is the table's seat, which the server knows and which
belongs to an account; a *seat* (1..n around the ring) is what everybody at the table speaks of.
Which chair has which seat is a secret until the end (FD-2.6, FD-16), so nothing but the border
(``script``) ever names a chair.
"""
