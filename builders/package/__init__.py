"""Published datasets: Parquet, card, Croissant, Hub."""
