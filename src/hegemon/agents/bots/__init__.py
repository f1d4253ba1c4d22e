"""Programs of the Warlight AI challenges as agents: bot.py asks, dialect.py has the words, program.py the process."""
