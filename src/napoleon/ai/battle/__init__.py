"""The opponents in battle: tactics by rule of thumb, playouts, and the search over them."""
