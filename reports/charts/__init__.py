"""Charts: each module draws some kinds of question, on what reports/charts/style.py lays out."""
