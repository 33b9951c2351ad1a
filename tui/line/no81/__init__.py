"""No.81's set-up in plain lines: decks are built with words, everything else is chosen by number.

``spelling`` reads what was typed, ``pages`` are the lines about a draft, ``words`` what can be
typed. The draft itself is the same bench that the full screen has (``tui.games.no81.benches``).
"""
