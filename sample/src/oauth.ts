import { WorkflowLog } from "@baton/core/session";
import { z } from "zod";
import { type Artifact, buildArtifact, renderManifest } from "./artifact";
import { momentOn } from "./calendar";
import { loadPolicies, type PolicyInForce } from "./policies";
import type { Random } from "./random";
import type { SampleData, StorySetting } from "./sample-data";
import type { SampleFile } from "./sample-file";
import { SessionRecorder } from "./session-recorder";
import { drawFunctions, render, Template } from "./template";

const MINUTE = 60_000;
/** Ingest reads Markdown of this folder as memories of agents. */
const MEMORY = "memory/team.md";
const ANALYSIS = "full-analysis.md";

/** The shape of `oauth/workflow.yaml`, which explains its fields. */
const Workflow = z.object({
  days_ago: z.number(),
  hour: z.number(),
  title: z.string(),
  project: z.string(),
  agents: z.array(z.string()),
  request: Template,
  steps: z.array(
    z.object({
      name: z.string(),
      scope: z.string(),
      minutes: z.number(),
      to: z.string(),
      files: z.array(z.string()),
    }),
  ),
});
type Workflow = z.infer<typeof Workflow>;
type FinishedStep = Artifact & { to: string; writtenAt: number };

/** Generates a software team's workflow: the artifacts of each step, their session, and what the team keeps in memory. */
export async function generateOAuth({ random, today, data }: StorySetting): Promise<SampleFile[]> {
  const workflow = data.yaml("oauth/workflow.yaml", Workflow);
  const startedAt = momentOn(today, workflow.days_ago, workflow.hour) + random.integer(0, 50) * MINUTE;
  const steps = workflow.steps.map(({ name, scope, minutes, to, files }): FinishedStep => {
    const writtenAt = startedAt + minutes * MINUTE;
    const timestamp = new Date(writtenAt).toISOString();
    const contentOf = (file: string) =>
      file === ANALYSIS ? renderAnalysis(data, random) : data.text(`oauth/${name}/${file}`);
    const contents = Object.fromEntries(files.map((file) => [file, contentOf(file)]));
    const context = { timestamp, run: `${timestamp.slice(0, 10)}-${scope}` };
    return { ...buildArtifact(renderManifest(data, `oauth/${name}.yaml`, context), contents), to, writtenAt };
  });
  const session = await recordSession(
    { random, startedAt, policy: loadPolicies(data).widened },
    workflow,
    steps,
  );
  const memory = { path: MEMORY, content: data.text("oauth/memory/team.md") };
  return [...steps.flatMap(({ files }) => files), session, memory];
}

/** Returns the source files of the project by path. */
export function openProject(data: SampleData): Map<string, string> {
  const { steps } = data.yaml("oauth/workflow.yaml", Workflow);
  const paths = (steps.at(-1)?.files ?? []).filter((path) => path.endsWith(".ts"));
  return new Map(paths.map((path) => [path, data.text(`oauth/implementation/${path}`)]));
}

function renderAnalysis(data: SampleData, random: Random): string {
  const template = data.yaml("oauth/research/full-analysis.yaml", Template);
  const inventory = data.yaml("oauth/research/code-inventory.json", Template);
  return render(template, { ...drawFunctions(random), ...inventory }, z.string());
}

async function recordSession(
  { random, startedAt, policy }: { random: Random; startedAt: number; policy: PolicyInForce },
  { title, project, agents, request }: Workflow,
  steps: readonly FinishedStep[],
): Promise<SampleFile> {
  const day = new Date(startedAt).toISOString().slice(0, 10).replaceAll("-", "");
  const workflowId = `wf-${day}-oauth2-001`;
  const recorder = new SessionRecorder({ random, workflowId, policy, startedAt });
  let now = startedAt;
  const log = new WorkflowLog({
    workflowId,
    sessionId: recorder.sessionId,
    now: () => now,
    newId: () => recorder.newId(now),
    write: (event) => recorder.keep(event),
  });
  recorder.note(startedAt, "session_start", { title, workflow: "feature_delivery" });
  recorder.announce(startedAt + 2);
  now = startedAt + 4;
  await log.start({ projectName: project, agentPlan: agents });
  for (const [index, step] of steps.entries()) {
    const { from_agent: from, artifacts_directory } = step.manifest;
    const path = `${artifacts_directory}manifest.json`;
    recorder.note(step.writtenAt, "agent_completed", { agent_id: from, artifact: path });
    now = step.writtenAt + 20_000;
    await log.handOff({ fromAgent: from, toAgent: step.to, artifacts: [path], ...step });
    const known = steps.slice(0, index + 1).map(({ manifest }) => [manifest.from_agent, manifest]);
    const status = { branch: "feat/oauth2", ahead: known.length * 4, clean: true };
    const context = {
      prior_outputs: Object.fromEntries(known),
      observations: [{ tool: "repository.status", result: status }],
      original_input: request,
    };
    recorder.handOver(now + 40, { from, to: step.to, toModel: "claude-sonnet-4-5", context });
    const reads = [
      { path, tokens: step.manifestTokens, reason: "manifest" },
      ...step.required.map((file) => ({ ...file, reason: "required_reading" })),
    ];
    for (const [place, read] of reads.entries()) {
      recorder.note(now + 1_500 * (place + 1), "artifact_read", { agent_id: step.to, ...read });
    }
  }
  const endedAt = (steps.at(-1)?.writtenAt ?? startedAt) + 38 * MINUTE;
  now = endedAt - 900;
  await log.complete({ success: true });
  recorder.note(endedAt, "session_end", { status: "completed", duration_ms: endedAt - startedAt });
  return recorder.toFile();
}
