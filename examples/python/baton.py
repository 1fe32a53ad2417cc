"""Scopes handoffs by a Baton server: what of a context one agent may hand to another. Standard library only."""

import http.client
import json
import ssl
import threading
from urllib.parse import urlsplit


class Baton:
    """The server at `url`, with a key that has the scope `evaluate`. Threads may share it: each has its own connection."""

    def __init__(self, url: str, key: str) -> None:
        self._url = urlsplit(url)
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        self._thread = threading.local()

    def scope(self, sender: str, receiver: str, context: object, **more: object) -> dict:
        """Returns what `receiver` may see of what `sender` hands over: `scoped`, `rule_id`, and the `event` for the session's file.

        Raises RuntimeError if the server refuses; OSError or HTTPException if it does not answer.
        """
        body = json.dumps({"from": sender, "to": receiver, "context": context, **more})
        try:
            status, answer = self._post(body)
        except (ConnectionError, ssl.SSLEOFError):
            # The server closed the connection while it was idle. Scoping stores nothing, so asking again is safe.
            status, answer = self._post(body)
        if status != 200:
            raise RuntimeError(f"{answer['title']}: {answer['detail']}")
        return answer

    def _post(self, body: str) -> tuple:
        connection = self._connection()
        try:
            connection.request("POST", "/api/v1/scope", body, self._headers)
            response = connection.getresponse()
            return response.status, json.load(response)
        except BaseException:
            # The next request opens it again; it must not read the rest of this answer.
            connection.close()
            raise

    def _connection(self) -> http.client.HTTPConnection:
        if not hasattr(self._thread, "connection"):
            kind = http.client.HTTPSConnection if self._url.scheme == "https" else http.client.HTTPConnection
            self._thread.connection = kind(self._url.netloc, timeout=30)
        return self._thread.connection
