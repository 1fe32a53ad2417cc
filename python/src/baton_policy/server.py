"""Asks a Baton server what needs detectors or a framework's message format."""

from __future__ import annotations

import http.client
import json
from typing import Any, NamedTuple
from urllib.parse import urlsplit

# Texts per request, as the server accepts them.
_MAX_TEXTS = 1_000


class ServerError(Exception):
    """The server did not answer, or answered with something else. The message has no content."""


class CheckedText(NamedTuple):
    """A text after content rules: None if a rule blocks it. Findings never have the matched text."""

    text: str | None
    findings: list[dict[str, Any]]
    failure: str | None


class CheckedTexts(NamedTuple):
    """The results in the order of the texts, and the version of the policy that decided."""

    policy_version: str | None
    results: list[CheckedText]


class ScopedMessages(NamedTuple):
    """The receiver's messages; `event` is the line for the session file, if any.

    `refusal` is the reason why no message passes: a content rule refuses, or the server did not answer.
    """

    messages: list[dict[str, Any]]
    rule_id: str | None
    event: dict[str, Any] | None
    refusal: str | None


class BatonServer:
    """The decisions of a server at `address`, with an API key that has the scope `evaluate`.

    Each request has its own connection, so idle minutes do no harm, and threads can share a server.
    `timeout` is in seconds.
    """

    def __init__(self, address: str, key: str, *, timeout: float = 10.0) -> None:
        self._url = urlsplit(address)
        self._key = key
        self._timeout = timeout

    def check_texts(
        self, from_agent: str, to_agent: str, texts: list[str], policy_version: str | None = None
    ) -> CheckedTexts:
        """Applies the content rules of the live policy, or of the candidate if that version is named.

        Raises ServerError.
        """
        named = {} if policy_version is None else {"policy_version": policy_version}
        versions: set[str | None] = set()
        results: list[CheckedText] = []
        for start in range(0, len(texts), _MAX_TEXTS):
            some = texts[start : start + _MAX_TEXTS]
            request = {"from_agent_id": from_agent, "to_agent_id": to_agent, "texts": some, **named}
            answer = self._post("/api/v1/text/check", request)
            read = [_read_checked(each) for each in _list_in(answer, "results")]
            if len(read) != len(some):
                raise ServerError("the server answered with another number of texts")
            versions.add(answer.get("policy_version"))
            results += read
        if len(versions) > 1:
            raise ServerError("the policy changed between two requests")
        return CheckedTexts(versions.pop() if versions else None, results)

    def scope_messages(
        self,
        from_agent: str,
        to_agent: str,
        messages: list[dict[str, Any]],
        *,
        format: str | None = None,  # noqa: A002 - the name in every language
        authors: list[str | None] | None = None,
        session_id: str | None = None,
        workflow_id: str | None = None,
        to_model: str | None = None,
    ) -> ScopedMessages:
        """Decides which messages of a history pass, by the live policy. Never raises for a history.

        `messages` are plain data as the framework writes them in JSON; `authors` has the agent of each, None
        for the user and the system. Without an answer of the server no message passes.
        """
        given = {
            "from": from_agent,
            "to": to_agent,
            "messages": messages,
            "format": format,
            "authors": authors,
            "session_id": session_id,
            "workflow_id": workflow_id,
            "to_model": to_model,
        }
        try:
            answer = self._post("/api/v1/scope/messages", {k: v for k, v in given.items() if v is not None})
            left = _list_in(answer, "messages")
        except ServerError as error:
            return ScopedMessages([], None, None, f"The messages are withheld: {error}")
        return ScopedMessages(left, answer.get("rule_id"), answer.get("event"), answer.get("refusal"))

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        kind = http.client.HTTPSConnection if self._url.scheme == "https" else http.client.HTTPConnection
        connection = kind(self._url.netloc, timeout=self._timeout)
        headers = {"Authorization": f"Bearer {self._key}", "Content-Type": "application/json"}
        try:
            target = self._url.path.rstrip("/") + path
            connection.request("POST", target, json.dumps(body).encode("utf-8"), headers)
            response = connection.getresponse()
            text = response.read().decode("utf-8")
            answer = json.loads(text)
        except (OSError, http.client.HTTPException, ValueError, TypeError, RecursionError) as error:
            raise ServerError(f"the server does not answer ({type(error).__name__})") from None
        finally:
            connection.close()
        if response.status != 200 or not isinstance(answer, dict):
            raise ServerError(f"the server answered {response.status}")
        return answer


def _list_in(answer: dict[str, Any], name: str) -> list[Any]:
    value = answer.get(name)
    if not isinstance(value, list):
        raise ServerError(f"the answer has no list of {name}")
    return value


def _read_checked(value: Any) -> CheckedText:
    text, findings, failure = (
        (value.get("text"), value.get("findings"), value.get("failure"))
        if isinstance(value, dict)
        else (0, None, None)
    )
    if not isinstance(text, str | None) or not isinstance(findings, list):
        raise ServerError("the server answered with something else than checked texts")
    return CheckedText(text, findings, failure if isinstance(failure, str) else None)
