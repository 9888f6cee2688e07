"""Statistics of counts: estimates with their uncertainty.  Knows no game by name."""
