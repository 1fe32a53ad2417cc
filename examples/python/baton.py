"""Scopes handoffs with a Baton server. Uses only the standard library."""

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
        """Returns the context of a handoff that `receiver` may see: `scoped`, `rule_id`, and the `event` for the session file.

        Raises RuntimeError if the server rejects the request; OSError or HTTPException if it does not respond.
        """
        body = json.dumps({"from": sender, "to": receiver, "context": context, **more})
        try:
            status, answer = self._post(body)
        except (ConnectionError, ssl.SSLEOFError):
            # The server closed the idle connection. Scoping stores nothing, so repeating the request is safe.
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
            # The next request opens a new one, because it must not read the rest of this response.
            connection.close()
            raise

    def _connection(self) -> http.client.HTTPConnection:
        if not hasattr(self._thread, "connection"):
            kind = http.client.HTTPSConnection if self._url.scheme == "https" else http.client.HTTPConnection
            self._thread.connection = kind(self._url.netloc, timeout=30)
        return self._thread.connection
