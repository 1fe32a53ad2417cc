"""Message histories of frameworks: scoped for the receiver, without losing their order."""

from __future__ import annotations

from typing import NamedTuple

from ._history import ChatMessage, Said, read_text, write_text
from .session import Session

__all__ = ["ChatMessage", "Heard", "Said", "hand_over_messages", "read_text", "write_text"]


class Heard(NamedTuple):
    """A message for the receiver, with its place in the history; `is_original` if it passes unchanged."""

    place: int
    author: str | None
    message: ChatMessage
    is_original: bool


def hand_over_messages(
    session: Session, from_agent: str, to_agent: str, history: list[Said], format_name: str
) -> list[Heard] | None:
    """Scopes a history for the receiver; None if it passes unchanged, because the switch is off or observes."""
    left = session.hand_over_messages(from_agent, to_agent, history, format_name)
    if left is None:
        return None
    return [
        Heard(place, said.author, message, message is said.message)
        for place, (said, message) in enumerate(zip(history, left, strict=True))
        if message is not None
    ]
