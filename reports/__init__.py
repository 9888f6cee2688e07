"""Tables, figures, pages and the command line."""
