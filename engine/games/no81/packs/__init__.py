"""Content packs: from the bytes of a folder to characters, cards and skills (N81-19).

====================  ============================================================================
``faults``            what can be wrong, as data
``reading``           one table's keys, each with what it must be
``load``              a whole pack: its files, its manifest, its digest
``characters``        ``characters/*.toml`` and the skills declared there
``cards``             ``mind/*.toml``
``inspect``           whether a plug-in's source may be run at all
``budget``            how much it may do in one go
``modules``           running it, with next to nothing within its reach
``plugin``            a plug-in's class as a skill of the rules
``programs``          a plug-in's class as a mode of a card
``performing``        what both do when something is carried out
``tape``              a plug-in's plain calls as requests of a script
``facts``, ``game``   what a plug-in sees and may do; ``engine.games.no81.api`` is its own door
``event``             what it is told of an occurrence
``asking``            its prompts as asks
``words``             texts in the pack's languages
====================  ============================================================================

Nothing here opens a file: whoever has the bytes (``server.packs``, ``core``) hands them in.
"""
