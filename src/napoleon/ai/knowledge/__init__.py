"""What an opponent knows: distances, reports of what was seen, beliefs, what units are worth."""
