-- A store holds one tournament, which may grow. Times are seconds; lists are JSON.
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE agents (
  id INTEGER PRIMARY KEY, alias TEXT NOT NULL UNIQUE, spec TEXT NOT NULL, settings TEXT NOT NULL, hash TEXT NOT NULL
);
CREATE TABLE boards (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, map TEXT NOT NULL, map_hash TEXT NOT NULL,
  rules TEXT NOT NULL, rules_hash TEXT NOT NULL, seats INTEGER NOT NULL, map_line TEXT NOT NULL
);
CREATE TABLE blocks (
  id INTEGER PRIMARY KEY, board INTEGER NOT NULL REFERENCES boards, agents TEXT NOT NULL, start INTEGER NOT NULL,
  UNIQUE (board, agents, start)
);
CREATE TABLE runs (
  id INTEGER PRIMARY KEY, started REAL NOT NULL, ended REAL, machine TEXT NOT NULL, workers INTEGER NOT NULL,
  load_before REAL NOT NULL, load_after REAL
);
CREATE TABLE games (
  id INTEGER PRIMARY KEY, block INTEGER NOT NULL REFERENCES blocks, number INTEGER NOT NULL, seats TEXT NOT NULL,
  winner INTEGER, loser INTEGER, fault TEXT NOT NULL, reason TEXT NOT NULL, finish TEXT NOT NULL,
  rounds INTEGER NOT NULL, decisions TEXT NOT NULL, seconds TEXT NOT NULL, slowest TEXT NOT NULL, hash TEXT NOT NULL,
  duration REAL NOT NULL, finished REAL NOT NULL, load REAL NOT NULL, run INTEGER NOT NULL REFERENCES runs,
  record BLOB NOT NULL,
  UNIQUE (block, number)
);
CREATE TABLE moves (
  game INTEGER NOT NULL REFERENCES games, number INTEGER NOT NULL, seat INTEGER NOT NULL, seconds REAL NOT NULL,
  estimate REAL, details TEXT, PRIMARY KEY (game, number)
) WITHOUT ROWID;
