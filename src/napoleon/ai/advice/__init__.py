"""What the staff tells a player: odds, reasons, exercises."""
