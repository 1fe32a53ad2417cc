"""Scopes the context that one AI agent hands off to the next, by a Baton policy. No dependencies."""

from ._content import TextChecker
from .client import PolicyClient
from .messages import scope_messages
from .policy import Policy, PolicyError, Switch, load_policy, parse_policy
from .scoping import CapturedContent, Scoped, scope
from .server import BatonServer, CheckedText, CheckedTexts, ScopedMessages, ServerError
from .session import Session, SessionWriter

__all__ = [
    "BatonServer",
    "CapturedContent",
    "CheckedText",
    "CheckedTexts",
    "Policy",
    "PolicyClient",
    "PolicyError",
    "Scoped",
    "ScopedMessages",
    "ServerError",
    "Session",
    "SessionWriter",
    "Switch",
    "TextChecker",
    "load_policy",
    "parse_policy",
    "scope",
    "scope_messages",
]
