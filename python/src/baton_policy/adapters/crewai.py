"""CrewAI: tasks that get only the context of earlier tasks that the policy passes.

The policy knows agents by their roles. For sequential crews; see `govern_crew` for others.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from .._conversation import read_text, write_text
from ..session import Session

# CrewAI's separator of task outputs.
_DIVIDER = "\n\n----------\n\n"


def govern_crew(session: Session, crew: Any) -> Any:
    """Governs the tasks of a crew and returns it. Call it once, before `kickoff`.

    A task's context is built from the outputs of the tasks before it, or of those that it names. Context from
    elsewhere, as in a hierarchical crew, counts as the output of `unknown_agent`. A copy of the crew
    (`kickoff_for_each`) is not governed. If the switch is off or observes, the context stays unchanged.
    """
    for agent in {id(agent): agent for agent in _agents_of(crew)}.values():
        for name in ("execute_task", "aexecute_task"):
            execute = getattr(agent, name, None)
            if execute is not None:
                # An agent is a pydantic model without a field of that name.
                object.__setattr__(agent, name, _govern(session, crew, agent, execute))
    return crew


def _agents_of(crew: Any) -> list[Any]:
    agents = [*crew.agents, *(task.agent for task in crew.tasks), getattr(crew, "manager_agent", None)]
    return [agent for agent in agents if agent is not None]


def _govern(session: Session, crew: Any, agent: Any, execute: Callable[..., Any]) -> Callable[..., Any]:
    def scope_context(task: Any, context: str | None) -> str | None:
        if not context:
            return context
        outputs = _outputs_before(crew, task)
        if not outputs:
            outputs = [("unknown_agent", read_text(context))]
        prior: dict[str, Any] = {}
        for role, output in outputs:
            # An agent with several tasks has a list of outputs.
            prior[role] = output if role not in prior else [*_as_list(prior[role]), output]
        handed_over = {
            "prior_outputs": prior,
            "observations": [],
            "original_input": read_text(task.description),
        }
        scoped = session.hand_over(outputs[-1][0], agent.role, handed_over).context
        if "handoff_mode" not in scoped:
            return context
        return _DIVIDER.join(write_text(output) for output in scoped["prior_outputs"].values())

    def execute_scoped(task: Any, context: str | None = None, tools: Any = None) -> Any:
        return execute(task=task, context=scope_context(task, context), tools=tools)

    async def execute_scoped_async(task: Any, context: str | None = None, tools: Any = None) -> Any:
        return await execute(task=task, context=scope_context(task, context), tools=tools)

    return execute_scoped_async if inspect.iscoroutinefunction(execute) else execute_scoped


def _outputs_before(crew: Any, task: Any) -> list[tuple[str, Any]]:
    """Returns the role and output of each task in this one's context."""
    if isinstance(task.context, (list, tuple)):
        tasks = list(task.context)
    else:
        places = [place for place, each in enumerate(crew.tasks) if each is task]
        tasks = crew.tasks[: places[0]] if places else []
    return [(each.output.agent, _read_output(each.output)) for each in tasks if each.output is not None]


def _read_output(output: Any) -> Any:
    return output.json_dict if output.json_dict is not None else read_text(output.raw)


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
