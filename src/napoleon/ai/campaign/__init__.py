"""The opponents on the map: orders, plans, what a position is worth, and the search over plans."""
