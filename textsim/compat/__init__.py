"""Stand-ins for other simhash programs, under their own names and with their own answers."""
