"""Simulation: a config in, counts out."""
