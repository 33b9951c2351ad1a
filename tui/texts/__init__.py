"""Sentences by subject: one package per game, plain modules for what all games share."""
