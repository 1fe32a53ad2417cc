"""Scopes handoffs by a Baton server: what of a context one agent may hand to another. Standard library only."""

import http.client
import json
from urllib.parse import urlsplit


class Baton:
    """A connection to the server at `url`, with a key that has the scope `evaluate`."""

    def __init__(self, url: str, key: str) -> None:
        kind = http.client.HTTPSConnection if url.startswith("https:") else http.client.HTTPConnection
        self._connection = kind(urlsplit(url).netloc, timeout=30)
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}

    def scope(self, sender: str, receiver: str, context: object, **more: object) -> dict:
        """What `receiver` may see of what `sender` hands over: `scoped`, `rule_id`, and the `event` for the session's file."""
        body = json.dumps({"from": sender, "to": receiver, "context": context, **more})
        self._connection.request("POST", "/api/v1/scope", body, self._headers)
        response = self._connection.getresponse()
        answer = json.load(response)
        if response.status != 200:
            raise RuntimeError(f"{answer['title']}: {answer['detail']}")
        return answer
