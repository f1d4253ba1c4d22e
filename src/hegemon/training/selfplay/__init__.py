"""Self-play: games for training, shard by shard, on this machine or on a cluster."""
