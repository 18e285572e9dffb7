"""The hall with its rooms, and the sockets that lead into them."""
