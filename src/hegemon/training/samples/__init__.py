"""Samples: what self-play leaves behind for learning, as flat arrays and as Parquet files."""
