"""Commands: one small class each, with its keys, a label for the footer and a line of help.

A page lists the commands it knows, in the order in which it offers them. Keys of choices are
``a b d e f g`` and digits, so no command that is available during a choice uses those.
"""
