import { countTokens, partialResult, type TaskHandoff, type TaskResponse } from "@baton/core";
import { AgentContextHub, compressTaskHandoff, type TaskEvent, TaskLifecycle } from "@baton/core/task";
import { hexId } from "../identifier";
import { loadPolicies } from "../policies";
import type { Random } from "../random";
import { SessionRecorder } from "../session-recorder";
import type { Phase, PlannedTask } from "./work";

const LEAD = "portal-lead";

/** An agent's instructions, and what it writes beside what it reads, in tokens. */
const OWN_TOKENS = 650;

interface Stage {
  startedAt: number;
  /** From 1. */
  number: number;
  /** The project's files by path, as the phase found them. */
  project: Readonly<Record<string, string>>;
}

/**
 * Plays one phase through: each task goes through its lifecycle, and the lead's context is full at the end.
 */
export function playPhase(random: Random, phase: Phase, { startedAt, number, project }: Stage) {
  const stamp = new Date(startedAt).toISOString().replaceAll(/[-:]/g, "");
  const recorder = new SessionRecorder({
    sessionId: `session_${stamp.slice(0, 8)}_${stamp.slice(9, 15)}_${hexId(random, 8)}`,
    workflowId: `wf-portal-search-${number}`,
    random,
  });
  recorder.note(startedAt, "session_start", {
    title: `Search in the portal, phase ${number}: ${phase.title.toLowerCase()}`,
    workflow: "feature_delivery",
  });
  recorder.announce(startedAt + 2, loadPolicies().widened.announcement);
  const clock = { now: startedAt + 30_000 };
  const hub = new AgentContextHub();
  const sent: TaskHandoff[] = [];
  let files = project;
  const changes: { at: number; change: NonNullable<PlannedTask["change"]> }[] = [];
  for (const planned of phase.tasks) {
    const work = { random, recorder, clock, hub, sent, files };
    handOver(work, planned);
    if (planned.change) {
      files = { ...files, ...planned.change.files };
      changes.push({ at: clock.now, change: planned.change });
    }
    clock.now += random.integer(120, 900) * 1_000;
  }
  const handoffPath = handoffPathOf(number);
  recorder.note(clock.now, "agent_completed", {
    agent_id: LEAD,
    ...partialResult(handoffPath, 0.86, { completed: number, total: 3 }),
  });
  recorder.note(clock.now + 900, "session_end", { status: "handed_over" });
  return { session: recorder.toFile(), changes, endedAt: clock.now };
}

/** Below the project's folder. */
export function handoffPathOf(phase: number): string {
  return `specs/007_claims_search/handoffs/phase-${phase}-handoff.md`;
}

interface Work {
  random: Random;
  recorder: SessionRecorder;
  clock: { now: number };
  hub: AgentContextHub;
  sent: TaskHandoff[];
  files: Readonly<Record<string, string>>;
}

function handOver(work: Work, { handoff: planned, answer }: PlannedTask): void {
  const { random, recorder, clock, hub, sent, files } = work;
  const lifecycle = new TaskLifecycle({
    sessionId: recorder.sessionId,
    workflowId: recorder.workflowId,
    now: () => clock.now,
    newId: () => recorder.newId(clock.now),
    record: (event: TaskEvent) => {
      recorder.keep({ ...event, timestamp: event.timestamp ?? "" });
      clock.now += random.integer(200, 2_000);
    },
  });
  const drafted: TaskHandoff = {
    fromAgent: LEAD,
    interfaces: {},
    dependencies: [],
    testRequirements: [],
    ...planned,
  };
  const filled = hub.fill(drafted).handoff;
  const { handoff, compression } = compressTaskHandoff(filled, { projectRoot: "/home/claims/portal" });
  lifecycle.create(handoff, compression);
  const findings = lifecycle.validate(sent.filter(({ taskId }) => taskId !== handoff.taskId));
  if (findings.some(({ severity }) => severity === "error")) return;
  const reading = handoff.dependencies.reduce((sum, path) => sum + countTokens(files[path] ?? ""), 0);
  const estimated = lifecycle.estimate(reading + OWN_TOKENS);
  sent.push(lifecycle.send());
  if (!answer) return;
  const seconds = random.integer(180, 1_500);
  clock.now += seconds * 1_000;
  lifecycle.respond(answerOf(handoff, answer, { seconds, tokens: Math.round(estimated * answer.used) }));
  if (lifecycle.validateResponse().some(({ severity }) => severity === "error")) return;
  lifecycle.updateHub(hub);
}

function answerOf(
  { taskId, toAgent, dependencies }: TaskHandoff,
  { status, interfaces = {}, errors, blockers }: NonNullable<PlannedTask["answer"]>,
  { seconds, tokens }: { seconds: number; tokens: number },
): TaskResponse {
  return {
    taskId,
    agentType: toAgent,
    status,
    interfaces,
    exports: Object.keys(interfaces),
    filesModified: status === "success" ? dependencies : [],
    filesCreated: [],
    tests: [],
    warnings: [],
    tokenUsage: tokens,
    executionTime: seconds * 1_000,
    ...(errors ? { errors } : {}),
    ...(blockers ? { blockers } : {}),
  };
}
