"""Follows the live policy of a Baton server."""

from __future__ import annotations

import contextlib
import http.client
import importlib.metadata
import json
import os
import random
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from ._ids import new_id
from ._release import is_stage, policy_for, with_candidate
from .policy import Policy, PolicyError, Switch, parse_policy

# Seconds that one request waits for a new policy, and that its response may take in addition.
_WAIT, _ANSWER_LIMIT, _FIRST_ANSWER_LIMIT = 30.0, 10.0, 5.0
_FIRST_RETRY, _LAST_RETRY = 0.25, 30.0
# Seconds. After a response that should have waited but was faster, the next request is delayed.
_SHORTEST_WAIT = 1.0


class PolicyClient:
    """Follows the live policy of a workspace, within a second of its publication.

    Saves the last valid policy in the file `saved_at`, and uses it if the server is unreachable, even after
    a restart. Without either, every handoff is `minimal`, and `log` reports it. A daemon thread sends the
    requests, each on its own connection, so idle minutes and restarts of the server do no harm. Threads can
    share a client. A forked process must start its own.

    `server` is an address such as `http://127.0.0.1:3000`, `key` an API key with the scope `read` or
    `evaluate`. After `max_staleness` seconds without a response, `log` gets a warning. `on_policy` is called
    with each new policy, on the thread of the client.
    """

    def __init__(
        self,
        server: str,
        key: str,
        saved_at: str | os.PathLike[str],
        *,
        max_staleness: float | None = None,
        on_policy: Callable[[Policy], None] | None = None,
        log: Callable[[str], None] | None = None,
    ) -> None:
        """Returns with the live policy, or after 5 seconds without a response with the saved one."""
        self._url = urlsplit(server)
        if self._url.scheme not in ("http", "https") or not self._url.netloc:
            raise ValueError(
                f"`{server}` is not the address of a server. Write it like http://127.0.0.1:3000"
            )
        self._key = key
        self._saved_at = Path(saved_at)
        self._max_staleness = max_staleness
        self._on_policy = on_policy
        self._log_to = log or (lambda message: print(message, file=sys.stderr))
        self._policy = Policy.missing()
        self._etag: str | None = None
        # The response in force while it is not on disk: the file has an older one that was not confirmed.
        self._unsaved: dict[str, str] | None = None
        self._confirmed_at: float | None = None
        self._last_complaint = ""
        self._is_staleness_told = False
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._connection: http.client.HTTPConnection | None = None
        self._read_saved()
        is_there = self._ask(0, _FIRST_ANSWER_LIMIT)
        if self._policy.is_missing:
            self._log("there is no policy, neither from the server nor saved: every handoff is minimal")
        self._thread = threading.Thread(
            target=self._follow, args=(is_there,), name="baton policy", daemon=True
        )
        self._thread.start()

    def __enter__(self) -> PolicyClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def policy(self) -> Policy:
        """The live policy, with its candidate while one is released in steps; read it once per handoff."""
        return self._policy

    def policy_for(self, session_id: str, workflow_id: str | None = None) -> Policy:
        """Returns the version that decides the handoffs of a session now."""
        return policy_for(self._policy, session_id, workflow_id)

    @property
    def seconds_since_confirmed(self) -> float | None:
        """Seconds since the server last confirmed the policy; None if it never did."""
        return None if self._confirmed_at is None else time.monotonic() - self._confirmed_at

    def stop(self) -> None:
        """Ends all requests and waits up to a second for the thread; the policy stays in force."""
        with self._lock:
            self._stopping.set()
            sock = self._connection and self._connection.sock
            if sock:
                with contextlib.suppress(OSError):
                    sock.shutdown(socket.SHUT_RDWR)
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=1)

    def _read_saved(self) -> None:
        try:
            saved = json.loads(self._saved_at.read_text("utf-8"))
            etag, text = str(saved["etag"]), str(saved["text"])
            age = max(0.0, time.time() - self._saved_at.stat().st_mtime)
        except (OSError, ValueError, KeyError, TypeError):
            return
        try:
            self._policy = read_published_policy(text, self._log)
        except PolicyError as error:
            self._log(f"the saved policy is left out: {error}")
            return
        self._etag = etag
        self._confirmed_at = time.monotonic() - age

    def _follow(self, is_there: bool) -> None:
        delay = 0.0 if is_there else _FIRST_RETRY
        # Jitter keeps clients that lost a server from reconnecting together.
        while not self._stopping.wait(delay * random.uniform(0.5, 1)):
            begun = time.monotonic()
            if self._ask(_WAIT, _WAIT + _ANSWER_LIMIT):
                delay = _FIRST_RETRY if time.monotonic() - begun < _SHORTEST_WAIT else 0.0
            else:
                delay = min(max(delay, _FIRST_RETRY) * 2, _LAST_RETRY)
                self._tell_staleness()

    def _ask(self, wait: float, limit: float) -> bool:
        """Sends one request. Returns True if the server sent a policy, or reported no change."""
        # Programs may read it from a variable that is not set.
        if not self._key:
            self._complain(
                "the API key is missing. Create one in Baton, under Settings → API keys, and pass it as `key`"
            )
            return False
        try:
            status, text, etag = self._get(wait, limit)
        except (OSError, http.client.HTTPException, ValueError) as error:
            self._complain(f"the server does not answer: {error or type(error).__name__}")
            return False
        if status == 304:
            return self._confirm()
        if status == 200:
            return self._adopt(text, etag)
        self._complain(f"the server answered {status}: {_detail_of(text)}")
        # Nothing is published yet, and the server waited for it, so the next request is immediate.
        return status == 404 and wait > 0

    def _get(self, wait: float, limit: float) -> tuple[int, str, str]:
        kind = http.client.HTTPSConnection if self._url.scheme == "https" else http.client.HTTPConnection
        connection = kind(self._url.netloc, timeout=limit)
        headers = {
            "Authorization": f"Bearer {self._key}",
            "Connection": "close",
            "Baton-Client": f"baton-policy/{_own_version()}",
            "Baton-Instance": quote(f"{socket.gethostname()} {os.getpid()}", safe=""),
            "Baton-Policy-Version": self._policy.version or "none",
        }
        if self._etag is not None:
            headers["If-None-Match"] = self._etag
        try:
            connection.connect()
            with self._lock:
                if self._stopping.is_set():
                    raise ConnectionAbortedError("the client was stopped")
                self._connection = connection
            query = f"?wait={wait:.0f}" if wait else ""
            path = f"{self._url.path.rstrip('/')}/api/v1/policy{query}"
            connection.request("GET", path, headers=headers)
            response = connection.getresponse()
            return response.status, response.read().decode("utf-8"), response.headers.get("ETag", "")
        finally:
            with self._lock:
                self._connection = None
            connection.close()

    def _adopt(self, text: str, etag: str) -> bool:
        try:
            policy = read_published_policy(text, self._log)
        except PolicyError as error:
            self._complain(f"{error}; the one before it continues")
            return False
        is_another = _decision_of(policy) != _decision_of(self._policy)
        self._etag = etag
        self._unsaved = {"etag": etag, "text": text}
        if is_another:
            # One assignment, so each handoff uses exactly one policy.
            self._policy = policy
            self._tell_follower(policy)
        return self._confirm()

    def _confirm(self) -> bool:
        """Records that the policy is confirmed, in memory and on disk."""
        self._confirmed_at = time.monotonic()
        self._last_complaint = ""
        self._is_staleness_told = False
        try:
            if self._unsaved is None:
                os.utime(self._saved_at)
            else:
                _replace_file(self._saved_at, f"{json.dumps(self._unsaved)}\n")
            self._unsaved = None
        except OSError as error:
            self._log(f"the policy holds, but could not be saved: {error}")
        return True

    def _tell_follower(self, policy: Policy) -> None:
        try:
            if self._on_policy:
                self._on_policy(policy)
        except Exception as error:  # noqa: BLE001 - the caller's code can raise anything
            self._log(f"on_policy failed: {error}")

    def _tell_staleness(self) -> None:
        age = self.seconds_since_confirmed
        if (
            self._max_staleness is None
            or age is None
            or self._is_staleness_told
            or age <= self._max_staleness
        ):
            return
        self._is_staleness_told = True
        self._log(f"the policy may be stale: the server confirmed it last {age:.0f} s ago")

    def _complain(self, message: str) -> None:
        """Reports a problem once while it stays the same."""
        if not self._stopping.is_set() and message != self._last_complaint:
            self._last_complaint = message
            self._log(message)

    def _log(self, message: str) -> None:
        self._log_to(f"baton policy: {message}")


def read_published_policy(text: str, log: Callable[[str], None] = lambda _: None) -> Policy:
    """Parses a response of `GET /api/v1/policy`. Raises PolicyError if its version is not its hash.

    A candidate that this package cannot read is ignored, and `log` gets the reason.
    """
    answer = _read_object(text)
    live = _read_version(answer)
    candidate = answer.get("candidate")
    if not isinstance(candidate, dict):
        return live
    stage = candidate.get("release")
    if not is_stage(stage):
        log("the candidate is ignored: this program does not know its stage")
        return live
    try:
        return with_candidate(live, _read_version(candidate), stage)
    except PolicyError as error:
        log(f"the candidate is ignored: {error}")
        return live


def _decision_of(policy: Policy) -> tuple[Any, ...]:
    """Returns a value that is equal for policies that decide the same."""
    release = policy.release
    return (policy.version, *((release.candidate.version, release.stage) if release else ()))


def _read_version(answer: dict[str, Any]) -> Policy:
    version, section = answer.get("version"), answer.get("policy")
    flags = (answer.get("enabled"), answer.get("observe"))
    if (
        not isinstance(version, str)
        or not isinstance(section, dict)
        or not all(type(each) is bool for each in flags)
    ):
        raise PolicyError("", "the response is no policy of a Baton server")
    policy = parse_policy({"multi_agent_handoffs": section}, Switch(*map(bool, flags)))
    if policy.version != version:
        raise PolicyError("", "the policy is not what its version says")
    return policy


def _own_version() -> str:
    try:
        return importlib.metadata.version("baton-policy")
    except importlib.metadata.PackageNotFoundError:
        return "source"


def _read_object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    return value if isinstance(value, dict) else {}


def _detail_of(text: str) -> str:
    """Returns the `detail` of a problem (RFC 9457)."""
    return str(_read_object(text).get("detail", "no problem document"))


def _replace_file(path: Path, content: str) -> None:
    """Replaces a file: readers find the old or the new content, even after a power loss."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.{new_id()}.partial")
    try:
        with open(partial, "w", encoding="utf-8") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise
