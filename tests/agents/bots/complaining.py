"""A bot that does not understand what it is told, and says so: on stderr, or (`hegemon`) with a message of ours."""

import json
import sys

for line in sys.stdin:
    if sys.argv[1] == "quiet":
        continue
    if sys.argv[1] == "hegemon":
        print(json.dumps({"type": "error", "message": "not JSON"}), flush=True)
        continue
    if sys.argv[1] == "crash":
        json.loads(line)
    try:
        if json.loads(line)["type"] == "hello":
            print('{"type": "hello", "protocol": 1, "name": "x", "families": ["simultaneous"]}', flush=True)
    except ValueError:
        sys.stderr.write(f"unable to parse {line}")
        sys.stderr.flush()
