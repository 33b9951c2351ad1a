"""Future Diary in plain lines.

``spelling`` reads seats, kinds and roles, ``phrases`` short forms of orders; ``words`` are what can
be typed, ``pages`` what can be asked for, ``told`` what each event brings, ``story`` a finished
game, ``desk`` all of it as ``tui.line.desk`` wants it.
"""
