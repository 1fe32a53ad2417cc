import { partialResult, ReturnMetadata } from "@baton/core/handoff-document";
import {
  AgentContextHub,
  compressTaskHandoff,
  TaskHandoff,
  TaskLifecycle,
  TaskResponse,
} from "@baton/core/task";
import { countTokens } from "@baton/core/tokens";
import { z } from "zod";
import type { PolicyInForce } from "./policies";
import type { Random } from "./random";
import { toJsonFile } from "./sample-file";
import { SessionRecorder } from "./session-recorder";
import { render, Template } from "./template";

const LEAD = "portal-lead";
const RESULTS = "specs/007_claims_search/results";

/** Tokens of an agent's instructions and output, in addition to what it reads. */
const OWN_TOKENS = 650;

const PlannedTask = z.object({
  handoff: Template,
  answer: TaskResponse.pick({ status: true, errors: true, blockers: true })
    .extend({ used: z.number(), interfaces: z.record(z.string(), z.string()).default({}) })
    .nullable(),
  change: z.object({ files: z.record(z.string(), z.string()), message: z.string() }).optional(),
});
type PlannedTask = z.infer<typeof PlannedTask>;

/** Result of an agent that ended a phase. */
const AgentResult = z.looseObject({ ...ReturnMetadata.shape, agent: z.string() });

/** The work between two handoffs from a lead to its successor; `portal/phases.yaml` explains the fields. */
export const Phase = z.object({
  title: z.string(),
  daysAgo: z.number(),
  tasks: z.array(PlannedTask),
  results: z.array(AgentResult),
  others: z.array(z.string()),
});

interface Stage {
  /** In milliseconds since 1970. */
  startedAt: number;
  /** From 1. */
  number: number;
  /** The project's files by path at the start of the phase. */
  project: Readonly<Record<string, string>>;
  policy: PolicyInForce;
}

/** Plays one phase: each task goes through its lifecycle, and the lead's context is full at the end. */
export function playPhase(
  random: Random,
  phase: z.infer<typeof Phase>,
  { startedAt, number, project, policy }: Stage,
) {
  const workflowId = `wf-portal-search-${number}`;
  const recorder = new SessionRecorder({ random, workflowId, policy, startedAt });
  const title = `Search in the portal, phase ${number}: ${phase.title.toLowerCase()}`;
  recorder.note(startedAt, "session_start", { title, workflow: "feature_delivery" });
  recorder.announce(startedAt + 2);
  const hub = new AgentContextHub();
  const sent: TaskHandoff[] = [];
  let files = project;
  let now = startedAt + 30_000;

  const handOver = ({ handoff: planned, answer }: PlannedTask): void => {
    const lifecycle = new TaskLifecycle({
      sessionId: recorder.sessionId,
      workflowId,
      now: () => now,
      newId: () => recorder.newId(now),
      record: (event) => {
        recorder.keep(event);
        now += random.integer(200, 2_000);
      },
    });
    const empty = { interfaces: {}, dependencies: [], testRequirements: [] };
    const drafted = { fromAgent: LEAD, ...empty, ...planned };
    const filled = hub.fill(render(drafted, {}, TaskHandoff)).handoff;
    const { handoff, compression } = compressTaskHandoff(filled, { projectRoot: "/home/claims/portal" });
    const { taskId, toAgent: agentType, dependencies } = handoff;
    lifecycle.create(handoff, compression);
    const findings = lifecycle.validate(sent.filter((other) => other.taskId !== taskId));
    if (findings.some(({ severity }) => severity === "error")) return;
    const reading = dependencies.reduce((sum, path) => sum + countTokens(files[path] ?? ""), 0);
    const estimated = lifecycle.estimate(reading + OWN_TOKENS);
    sent.push(lifecycle.send());
    if (!answer) return;
    const { used, status, interfaces, ...problems } = answer;
    const executionTime = random.integer(180, 1_500) * 1_000;
    now += executionTime;
    lifecycle.respond({
      taskId,
      agentType,
      status,
      interfaces,
      exports: Object.keys(interfaces),
      filesModified: status === "success" ? dependencies : [],
      filesCreated: [],
      tests: [],
      warnings: [],
      tokenUsage: Math.round(estimated * used),
      executionTime,
      ...problems,
    });
    if (lifecycle.validateResponse().every(({ severity }) => severity !== "error")) lifecycle.updateHub(hub);
  };

  const changes = phase.tasks.flatMap((planned) => {
    handOver(planned);
    const at = now;
    now += random.integer(120, 900) * 1_000;
    if (!planned.change) return [];
    files = { ...files, ...planned.change.files };
    return [{ at, ...planned.change }];
  });
  const results = phase.results.map(({ agent, ...result }, place) =>
    toJsonFile(`${RESULTS}/phase-${number}-${agent}/.return-meta.json`, {
      ...result,
      session_id: recorder.sessionId,
      agent_type: agent,
      delegation_path: [LEAD, agent],
      completed_at: new Date(now + (place + 1) * 200).toISOString(),
    }),
  );
  const handoffPath = `specs/007_claims_search/handoffs/phase-${number}-handoff.md`;
  const partial = partialResult(handoffPath, 0.86, { completed: number, total: 3 });
  recorder.note(now, "agent_completed", { agent_id: LEAD, ...partial });
  recorder.note(now + 900, "session_end", { status: "handed_over" });
  return { session: recorder.toFile(), changes, results, endedAt: now };
}
