"""Languages, and the one place where events, actions and refusals become sentences."""
