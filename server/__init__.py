"""Tables, seats, lobby, identity, store and the SSH listener. No Textual."""
