"""Training samples of self-play, as flat arrays and as Parquet files."""
