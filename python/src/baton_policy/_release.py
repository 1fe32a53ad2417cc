"""Versions that are released in steps: which one decides a session."""

from __future__ import annotations

import copy
import hashlib
from dataclasses import dataclass
from typing import Any

from .policy import Policy

_STAGES = ("observe", "share", "workflows")


@dataclass(frozen=True)
class Release:
    """A candidate and its stage. `live` decides the other handoffs, and records what an observed candidate would do."""

    stage: dict[str, Any]
    candidate: Policy
    live: Policy


def with_candidate(live: Policy, candidate: Policy, stage: dict[str, Any]) -> Policy:
    """Returns the live policy with a candidate, of which `policy_for` chooses one for each handoff."""
    deciding = live
    if stage["stage"] == "observe":
        trial = copy.copy(candidate)
        trial.audits_all, trial.trial = True, None
        deciding = copy.copy(live)
        deciding.trial = trial
    both = copy.copy(live)
    both.release = Release(stage, candidate, deciding)
    return both


def policy_for(policy: Policy, session_id: str | None, workflow_id: str | None = None) -> Policy:
    """Returns the version that decides the handoffs of a session. Call it once per handoff."""
    release = policy.release
    if release is None:
        return policy
    is_released = _is_released(release.stage, session_id, workflow_id)
    return release.candidate if is_released else release.live


def _is_released(stage: dict[str, Any], session_id: str | None, workflow_id: str | None) -> bool:
    if stage["stage"] == "workflows":
        return workflow_id is not None and workflow_id in stage["workflows"]
    if stage["stage"] == "observe" or session_id is None:
        return False
    # The first 32 bits: a session that is in a share stays in every greater one.
    place = int(hashlib.sha256(session_id.encode("utf-8", "replace")).hexdigest()[:8], 16)
    percent: int = stage["percent"]
    return place * 100 < percent * 2**32


def is_stage(value: Any) -> bool:
    """Returns True for a stage that this package knows."""
    if not isinstance(value, dict) or value.get("stage") not in _STAGES:
        return False
    percent, workflows = value.get("percent"), value.get("workflows")
    if value["stage"] == "share":
        return type(percent) is int and 1 <= percent <= 99
    return value["stage"] == "observe" or (
        isinstance(workflows, list) and all(isinstance(each, str) for each in workflows)
    )
