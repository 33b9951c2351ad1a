"""The pages of a session, one module each; ``tui.app`` moves between them."""
