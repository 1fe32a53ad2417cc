"""Sessions: one file of events, and the handoffs of one run."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from ._content import TextChecker
from ._history import ChatMessage, Said
from ._ids import new_id
from ._json import compact_json
from ._release import policy_for
from ._timestamp import now_milliseconds, to_iso
from .messages import scope_history
from .policy import Policy
from .scoping import CapturedContent, Context, Scoped, create_handoff, scope


class SessionWriter:
    """Appends events to a session file (`sessions/ID.jsonl`), each as one line in one write.

    Threads can share a writer, and processes a file. If the file ends with a partial line, as after a crash,
    it starts a new one. `captures_content` stores the content of handoffs in `contexts/SHA256.json` next
    to the file; `fsync` waits until each line is on disk.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, captures_content: bool = False, fsync: bool = False
    ) -> None:
        self._path = Path(path)
        self._captures_content = captures_content
        self._fsync = fsync
        self._lock = threading.Lock()

    def append(self, event: dict[str, Any], content: CapturedContent | None = None) -> None:
        """Appends an event, after its content. Raises OSError; the file can then end with a partial line."""
        line = compact_json(event).encode("utf-8")
        with self._lock:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if content is not None and self._captures_content:
                self._keep(content)
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
            file = os.open(self._path, flags, 0o644)
            try:
                data = (b"\n" if _ends_in_half_a_line(file) else b"") + line + b"\n"
                written = os.write(file, data)
                if written < len(data):
                    raise OSError(f"only {written} of {len(data)} bytes were written")
                if self._fsync:
                    os.fsync(file)
            finally:
                os.close(file)

    def _keep(self, content: CapturedContent) -> None:
        """The file's name is its hash, so writing it twice does no harm."""
        folder = self._path.parent / "contexts"
        folder.mkdir(exist_ok=True)
        partial = folder / f"{content.sha256}.{new_id()}.partial"
        with open(partial, "wb") as file:
            file.write(content.json.encode("utf-8"))
            if self._fsync:
                file.flush()
                os.fsync(file.fileno())
        os.replace(partial, folder / f"{content.sha256}.json")


def _ends_in_half_a_line(file: int) -> bool:
    size = os.lseek(file, 0, os.SEEK_END)
    if size == 0:
        return False
    os.lseek(file, size - 1, os.SEEK_SET)
    return os.read(file, 1) != b"\n"


class PolicySource(Protocol):
    """A source of the live policy, like `PolicyClient`."""

    @property
    def policy(self) -> Policy: ...


class Session:
    """The handoffs of one run: scopes each and writes its event. Threads can share a session.

    `policy` is fixed, or comes from a `PolicyClient` with each handoff. By default, the session ID is the
    file name without `.jsonl`. `text_checker`, such as a `BatonServer`, applies content
    rules. `log`, by default standard error, receives messages without content.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        policy: Policy | PolicySource,
        *,
        session_id: str | None = None,
        workflow_id: str | None = None,
        outline_key: str | None = None,
        captures_content: bool = False,
        text_checker: TextChecker | None = None,
        fsync: bool = False,
        log: Callable[[str], None] | None = None,
    ) -> None:
        self.session_id = session_id or Path(path).name.removesuffix(".jsonl")
        self._workflow_id = workflow_id
        self._outline_key = outline_key
        self._captures_content = captures_content
        self._text_checker = text_checker
        self._policy = policy
        self._log = log or (lambda message: print(message, file=sys.stderr))
        self._writer = SessionWriter(path, captures_content=captures_content, fsync=fsync)
        self._lock = threading.Lock()
        self._announced: set[str] = set()

    def hand_over(
        self, from_agent: str, to_agent: str, context: Context, *, to_model: str | None = None
    ) -> Scoped:
        """Scopes a handoff and records it, with the policy before its first handoff.

        A failure to write is logged and never stops the workflow. See `scope` for the context.
        """
        policy = self._policy_in_force()
        scoped = scope(
            policy,
            from_agent,
            to_agent,
            context,
            session_id=self.session_id,
            workflow_id=self._workflow_id,
            to_model=to_model,
            outline_key=self._outline_key,
            captures_content=self._captures_content,
            text_checker=self._text_checker,
        )
        self._report(policy, scoped.event, scoped.content)
        return scoped

    def hand_over_messages(
        self, from_agent: str, to_agent: str, history: list[Said], format_name: str
    ) -> list[ChatMessage | None] | None:
        """Scopes the messages of a framework and records it, like `hand_over`.

        Returns what is left of each; None if they pass unchanged, because the switch is off or observes.
        """
        policy = self._policy_in_force()
        handoff = create_handoff(
            policy,
            from_agent,
            to_agent,
            session_id=self.session_id,
            workflow_id=self._workflow_id,
            outline_key=self._outline_key,
            text_checker=self._text_checker,
        )
        scoped = scope_history(handoff, history, format_name)
        self._report(policy, scoped.event, None)
        return scoped.left

    def _policy_in_force(self) -> Policy:
        """Returns the version that decides the next handoff."""
        policy = self._policy if isinstance(self._policy, Policy) else self._policy.policy
        return policy_for(policy, self.session_id, self._workflow_id)

    def _report(
        self, policy: Policy, event: dict[str, Any] | None, content: CapturedContent | None
    ) -> None:
        if event is None:
            return
        if event["scoping_state"] in ("fallback_minus_blocked", "denied_error"):
            self._log(f"{self._name_of(event)}: {event['audit_note']}")
        self._record(policy, event, content)

    def write(self, event: dict[str, Any]) -> None:
        """Appends an event of another type; adds its ID, session and time if they are missing.

        Raises OSError if it cannot be written.
        """
        self._writer.append({**self._stamp(), **event})

    def _record(self, policy: Policy, event: dict[str, Any], content: CapturedContent | None) -> None:
        try:
            self._announce(policy)
            self._writer.append(event, content)
        except Exception:  # noqa: BLE001 - a full disk must not stop the workflow
            self._log(f"{self._name_of(event)}: the event could not be written")

    def _announce(self, policy: Policy) -> None:
        """Records the policy of the session's handoffs, once per version."""
        if policy.version is None:
            return
        with self._lock:
            if policy.version in self._announced:
                return
            self.write(
                {
                    "event_type": "policy_seen",
                    "policy_version": policy.version,
                    "policy": policy.section,
                    "switch": {"enabled": policy.switch.enabled, "observe": policy.switch.observe},
                }
            )
            self._announced.add(policy.version)

    def _stamp(self) -> dict[str, Any]:
        return {
            "event_id": new_id(),
            "session_id": self.session_id,
            "timestamp": to_iso(now_milliseconds()),
        }

    def _name_of(self, event: dict[str, Any]) -> str:
        return f"baton handoff {event['from_agent_id']} → {event['to_agent_id']}"
