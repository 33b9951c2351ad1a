"""What screens are made of: lines of spans, and the few widgets that draw them."""
