"""Looks as data: palettes, glyph sets and style sheets. No Textual, no rules, no server.

A theme is a folder of three files, ``palette.toml``, ``glyphs.toml`` and ``style.tcss``.
``themes.loader`` reads and checks them into a :class:`themes.pack.Theme`.
"""
