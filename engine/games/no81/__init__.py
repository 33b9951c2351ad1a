"""No.81: the card battle of mind decks, delayed zones and colours, in four modes.

Where a rule is (numbers are those of the rules page, ``N81-``):

====================  ============================================================================
1, 2                  ``glossary``, ``cards``; characters and limited cards: ``core``, ``content``
3, 4                  ``places``, ``moves`` (who sees a moving card), ``faces``, ``minds``
5, 15                 ``turn``, ``checks``, ``actions``
6                     ``use`` (its steps), ``windows``, ``triggers``, ``settle``, ``finish``
7, 8                  ``distance``, ``health``, ``damage``, ``dying``, ``death`` (and flip)
9                     ``effects``: one module for each kin of cards
11, 12, 13, 14        ``splits``, ``setting_up``, ``free_pick``, ``deal``, ``karma``, ``swap``,
                      ``wins``
16, 17, 18            ``core``: a TOML file for each character and limited card, a small module
                      for each skill, ``core.limited``
19                    ``content``, ``packs``, ``library``; what packs say: ``skill``, ``queries``,
                      ``answers``, ``declared``, ``ops``, ``modes``; plug-ins: ``api``
20                    ``terms`` (every event and ask), ``fold``, ``known``, ``view``
====================  ============================================================================
"""
