"""Scopes the context that one AI agent hands off to the next, by a Baton policy. No dependencies."""

from .client import PolicyClient
from .policy import Policy, PolicyError, Switch, load_policy, parse_policy
from .scoping import CapturedContent, Scoped, scope
from .session import Session, SessionWriter

__all__ = [
    "CapturedContent",
    "Policy",
    "PolicyClient",
    "PolicyError",
    "Scoped",
    "Session",
    "SessionWriter",
    "Switch",
    "load_policy",
    "parse_policy",
    "scope",
]
