"""Programs as agents, and agents as programs.

bot.py has the settings. The Warlight AI challenges: challenge_bot.py asks, dialect.py has the words, guest.py answers.
The protocol of this package: protocol_bot.py asks, conversation.py reads, protocol_guest.py answers. program.py is the
process of both.
"""
