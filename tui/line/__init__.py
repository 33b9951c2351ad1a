"""What a player gets without a screen: commands that print lines and end."""
