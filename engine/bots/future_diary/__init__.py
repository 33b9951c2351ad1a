"""A plausible Future Diary player for every role: it plays from its own view and nothing else.

``sight`` reads the view, ``suspicion`` weighs who may be whom and on which side, ``filling`` turns
wishes into an answer that the form takes, ``orders``, ``windows`` and ``guesses`` hold the wishes
step by step, ``bot`` puts them together.
"""
