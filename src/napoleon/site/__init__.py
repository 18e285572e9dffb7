"""The game without a server: a folder of static files in which a browser is the house."""
