import { countTokens, partialResult, TaskHandoff, TaskResponse } from "@baton/core";
import { AgentContextHub, compressTaskHandoff, TaskLifecycle } from "@baton/core/task";
import { z } from "zod";
import { sessionIdAt } from "../identifier";
import { loadPolicies } from "../policies";
import type { Random } from "../random";
import { requireMatch } from "../require-match";
import { SessionRecorder } from "../session-recorder";
import { Template } from "../template";
import { handoffPathOf } from "./handoffs";

const LEAD = "portal-lead";

/** An agent's instructions, and what it writes besides what it reads, in tokens. */
const OWN_TOKENS = 650;

const Answer = TaskResponse.pick({ status: true, errors: true, blockers: true }).extend({
  used: z.number(),
  interfaces: z.record(z.string(), z.string()).default({}),
});
const Change = z.object({ files: z.record(z.string(), z.string()), message: z.string() });
const PlannedTask = z.object({ handoff: Template, answer: Answer.nullable(), change: Change.optional() });
type PlannedTask = z.infer<typeof PlannedTask>;

/** The work between two handoffs from a lead to its successor; `portal/phases.yaml` explains the fields. */
export const Phase = z.object({
  title: z.string(),
  daysAgo: z.number(),
  tasks: z.array(PlannedTask),
  others: z.array(z.string()),
});
export type Phase = z.infer<typeof Phase>;

interface Stage {
  startedAt: number;
  /** From 1. */
  number: number;
  /** The project's files by path at the start of the phase. */
  project: Readonly<Record<string, string>>;
}

/** Plays one phase: each task goes through its lifecycle, and the lead's context is full at the end. */
export function playPhase(random: Random, phase: Phase, { startedAt, number, project }: Stage) {
  const recorder = new SessionRecorder({
    sessionId: sessionIdAt(random, startedAt),
    workflowId: `wf-portal-search-${number}`,
    random,
  });
  const title = `Search in the portal, phase ${number}: ${phase.title.toLowerCase()}`;
  recorder.note(startedAt, "session_start", { title, workflow: "feature_delivery" });
  recorder.announce(startedAt + 2, loadPolicies().widened.announcement);
  const clock = { now: startedAt + 30_000 };
  const work: Work = { random, recorder, clock, hub: new AgentContextHub(), sent: [], files: project };
  const changes: { at: number; change: z.infer<typeof Change> }[] = [];
  for (const planned of phase.tasks) {
    handOver(work, planned);
    if (planned.change) {
      work.files = { ...work.files, ...planned.change.files };
      changes.push({ at: clock.now, change: planned.change });
    }
    clock.now += random.integer(120, 900) * 1_000;
  }
  recorder.note(clock.now, "agent_completed", {
    agent_id: LEAD,
    ...partialResult(handoffPathOf(number), 0.86, { completed: number, total: 3 }),
  });
  recorder.note(clock.now + 900, "session_end", { status: "handed_over" });
  return { session: recorder.toFile(), changes, endedAt: clock.now };
}

interface Work {
  random: Random;
  recorder: SessionRecorder;
  clock: { now: number };
  hub: AgentContextHub;
  sent: TaskHandoff[];
  files: Readonly<Record<string, string>>;
}

function handOver({ random, recorder, clock, hub, sent, files }: Work, planned: PlannedTask): void {
  const lifecycle = new TaskLifecycle({
    sessionId: recorder.sessionId,
    workflowId: recorder.workflowId,
    now: () => clock.now,
    newId: () => recorder.newId(clock.now),
    record: (event) => {
      recorder.keep(event);
      clock.now += random.integer(200, 2_000);
    },
  });
  const drafted = requireMatch(TaskHandoff, {
    fromAgent: LEAD,
    interfaces: {},
    dependencies: [],
    testRequirements: [],
    ...planned.handoff,
  });
  const filled = hub.fill(drafted).handoff;
  const { handoff, compression } = compressTaskHandoff(filled, { projectRoot: "/home/claims/portal" });
  lifecycle.create(handoff, compression);
  const findings = lifecycle.validate(sent.filter(({ taskId }) => taskId !== handoff.taskId));
  if (findings.some(({ severity }) => severity === "error")) return;
  const reading = handoff.dependencies.reduce((sum, path) => sum + countTokens(files[path] ?? ""), 0);
  const estimated = lifecycle.estimate(reading + OWN_TOKENS);
  sent.push(lifecycle.send());
  if (!planned.answer) return;
  const { status, used, interfaces, errors, blockers } = planned.answer;
  const executionTime = random.integer(180, 1_500) * 1_000;
  clock.now += executionTime;
  lifecycle.respond({
    taskId: handoff.taskId,
    agentType: handoff.toAgent,
    status,
    interfaces,
    exports: Object.keys(interfaces),
    filesModified: status === "success" ? handoff.dependencies : [],
    filesCreated: [],
    tests: [],
    warnings: [],
    tokenUsage: Math.round(estimated * used),
    executionTime,
    ...(errors && { errors }),
    ...(blockers && { blockers }),
  });
  if (lifecycle.validateResponse().some(({ severity }) => severity === "error")) return;
  lifecycle.updateHub(hub);
}
