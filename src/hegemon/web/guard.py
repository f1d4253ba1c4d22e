"""The guard at the door: who may ask, from where, and how much may be sent. It also sets the headers of every answer.

- A visitor on this machine is checked by the names that a browser sends: `Host` must be this machine (a page elsewhere
  cannot reach the server under its own name), and `Origin` must be this page.
- On any other host the visitor must know a token, once in the address, then in a cookie.
"""

from __future__ import annotations

import hmac
from http.cookies import SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hegemon.web.settings import LOCAL_HOSTS, Settings

MOST_BYTES = 8_000_000
"""Bytes of a request: a long record."""
TOO_LONG = f"at most {MOST_BYTES:,} bytes may be sent"
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}


class Guard:
    """ASGI middleware before everything else."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._cookie = f"hegemon_token_{settings.port}"  # a browser sends cookies of a host to all its ports

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        why = self._refusal(scope, headers)
        if why:
            await self._refuse(scope, receive, send, 403, why)
            return
        if self._settings.token and not self._knows_token(headers):
            await self._ask_token(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            await self._refuse(scope, receive, send, 413, TOO_LONG)
            return
        await self._app(scope, _limited(receive), _with_headers(send))

    def _refusal(self, scope: Scope, headers: Headers) -> str:
        """Why this request is refused, or nothing."""
        host = headers.get("host", "")
        name = urlsplit(f"//{host}").hostname or ""
        if not self._settings.token and name not in {*LOCAL_HOSTS, self._settings.host}:
            return f"this server is not {host[:80]!r}: open {self._settings.address}"
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if origin is not None and changes and urlsplit(origin).netloc != host:
            return "requests from other sites are refused"
        if headers.get("sec-fetch-site") == "cross-site" and (changes or scope["path"].startswith("/api")):
            return "requests from other sites are refused"
        return ""

    def _knows_token(self, headers: Headers) -> bool:
        cookie = SimpleCookie()
        try:
            cookie.load(headers.get("cookie", ""))
        except Exception:
            return False
        given = (
            cookie[self._cookie].value
            if self._cookie in cookie
            else headers.get("authorization", "").removeprefix("Bearer ")
        )
        return hmac.compare_digest(given.encode(), self._settings.token.encode())

    async def _ask_token(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take the token from the address, and go on without it there."""
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope["type"] == "http" and hmac.compare_digest(given.encode(), self._settings.token.encode()):
            answer = RedirectResponse(scope["path"] or "/", 303)
            answer.set_cookie(self._cookie, self._settings.token, httponly=True, samesite="strict")
            await answer(scope, receive, send)
            return
        await self._refuse(scope, receive, send, 401, "open the address with the token that the server has printed")

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": why[:120]})
            return
        await PlainTextResponse(why, status, headers=dict(HEADERS))(scope, receive, send)


def _limited(receive: Receive) -> Receive:
    """The same requests; one that is too long though its length was not told is refused while it is read."""
    total = 0

    async def limited() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > MOST_BYTES:
            raise HTTPException(413, TOO_LONG)
        return message

    return limited


def _with_headers(send: Send) -> Send:
    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            known = {name.lower() for name, _ in message["headers"]}
            extra = [(name.encode(), value.encode()) for name, value in HEADERS.items() if name.encode() not in known]
            message["headers"] = [*message["headers"], *extra]
        await send(message)

    return answer
