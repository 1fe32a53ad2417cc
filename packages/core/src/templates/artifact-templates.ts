import { markPartialProgress } from "../handoff-document/phase-result";

const todo = (what: string) => `[TODO: ${what}]`;

/** Returns a manifest to fill in, in JSON: what the next agent reads instead of the full artifacts. */
export function renderManifestTemplate(): string {
  return toJson({
    from_agent: "backend-architect",
    to_agents: [todo("agent that continues")],
    artifact_type: "plan",
    timestamp: "2026-01-31T10:30:00Z",
    scope: todo("the scope in one sentence"),
    summary: {
      strategy: todo("the approach in one sentence"),
      constraints: [todo("a rule for the next agent")],
      files_to_create: [todo("path")],
      files_to_modify: [todo("path")],
      files_to_delete: [],
      next_actions: [todo("the step that comes next")],
      provides: [todo("a result that the next agent uses")],
    },
    key_decisions: [{ decision: todo("the choice"), rationale: todo("its reason") }],
    dependencies_satisfied: [],
    required_reading: [],
    optional_context: [],
    artifacts_directory: "artifacts/backend-architect/2026-01-31T10-30-00.000Z-scope/",
    detail_files: [],
  });
}

/** Returns a task handoff to fill in, in JSON. */
export function renderTaskTemplate(): string {
  return toJson({
    taskId: todo("id"),
    fromAgent: "lead",
    toAgent: "developer",
    taskName: todo("a few words"),
    taskDescription: todo("the goal"),
    interfaces: {},
    dependencies: [],
    criticalNotes: [todo("a fact that the agent cannot find out alone")],
    testRequirements: [todo("the behavior that a test proves")],
    tokenBudget: 1_500,
    priority: "medium",
  });
}

/** Returns a feature list to fill in, in JSON: everything that must work, and nothing that works yet. */
export function renderFeatureListTemplate(): string {
  return toJson({ features: [{ description: todo("a thing that a user can do"), passes: false }] });
}

/** Returns the result file of a phase to fill in, in Markdown, with the mark of an unfinished phase. */
export function renderPhaseResultTemplate(): string {
  const results = "# {phase} results\n\n## Done\n\n- {what is true now}\n\n## Open\n\n- {what remains}\n";
  return markPartialProgress(results, {
    handoffPath: "{path of the handoff document}",
    markedAt: "{time, ISO 8601}",
    details: "{why it was handed off}",
  });
}

function toJson(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
