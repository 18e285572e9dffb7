"""What runs in the browser's own Python: the house in which the games of one person are played.

Only `main.py` knows that it is in a browser.
"""
