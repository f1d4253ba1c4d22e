"""The bot protocol: JSON lines between a host and a bot.

Messages are dataclasses (messages.py, views.py); schema.py reads and writes them and makes their JSON Schema; games.py
turns games and views into messages and back.
"""

from hegemon.protocol.games import game_from_message, game_message, map_data, view_from_message, view_message
from hegemon.protocol.lines import line_of, parse_line
from hegemon.protocol.messages import (
    FROM_BOT,
    POSITIONS,
    PROTOCOL,
    TO_BOT,
    BestMove,
    BotMessage,
    End,
    Error,
    Go,
    Hello,
    HostHello,
    HostMessage,
    Info,
    NewGame,
    Ping,
    Pong,
    Quit,
    Ready,
    Stop,
    message_line,
    message_type,
    read_bot_message,
    read_host_message,
)
from hegemon.protocol.schema import json_schema, read, write

__all__ = [
    "FROM_BOT",
    "POSITIONS",
    "PROTOCOL",
    "TO_BOT",
    "BestMove",
    "BotMessage",
    "End",
    "Error",
    "Go",
    "Hello",
    "HostHello",
    "HostMessage",
    "Info",
    "NewGame",
    "Ping",
    "Pong",
    "Quit",
    "Ready",
    "Stop",
    "game_from_message",
    "game_message",
    "json_schema",
    "line_of",
    "map_data",
    "message_line",
    "message_type",
    "parse_line",
    "read",
    "read_bot_message",
    "read_host_message",
    "view_from_message",
    "view_message",
    "write",
]
