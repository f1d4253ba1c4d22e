"""Self-play: games for learning, shard by shard, here or on a cluster."""
