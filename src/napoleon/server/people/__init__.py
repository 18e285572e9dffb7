"""What people keep here of themselves, and what they are to each other."""
