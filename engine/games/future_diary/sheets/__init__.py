"""The forms that seats fill in: the parts of the order sheet, and the form of each step."""
