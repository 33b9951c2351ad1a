"""Benchmarks: figures, never tests. ``make bench`` prints them and writes ``build/bench.json``."""
