"""What games are built from.  Knows no game, no file format of a run, no statistics."""
