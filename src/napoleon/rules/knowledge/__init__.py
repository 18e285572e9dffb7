"""What a seat may know: its view, its notebook, and the sketch that opponents think with."""
