import { WorkflowLog } from "@baton/core";
import { z } from "zod";
import { type Artifact, buildArtifact, renderManifest } from "./artifact";
import { momentOn } from "./calendar";
import { sessionIdAt } from "./identifier";
import { loadPolicies } from "./policies";
import type { Random } from "./random";
import type { SampleData, StorySetting } from "./sample-data";
import type { SampleFile } from "./sample-file";
import { SessionRecorder } from "./session-recorder";
import { renderText, Template, templateFunctions } from "./template";

const MINUTE = 60_000;
const ANALYSIS = "full-analysis.md";

const Step = z.object({
  name: z.string(),
  scope: z.string(),
  minutes: z.number(),
  to: z.string(),
  files: z.array(z.string()),
});
/** The shape of `oauth/workflow.yaml`, which explains its fields. */
const Workflow = z.object({
  days_ago: z.number(),
  hour: z.number(),
  title: z.string(),
  project: z.string(),
  agents: z.array(z.string()),
  request: z.record(z.string(), z.string()),
  steps: z.array(Step),
});
type Workflow = z.infer<typeof Workflow>;
type FinishedStep = Artifact & { to: string; writtenAt: number };

/** Generates a software team's workflow: the artifacts of each step, and the session in which it happened. */
export async function generateOAuth({ random, today, data }: StorySetting): Promise<SampleFile[]> {
  const workflow = data.yaml("oauth/workflow.yaml", Workflow);
  const startedAt = momentOn(today, workflow.days_ago, workflow.hour) + random.integer(0, 50) * MINUTE;
  const steps = workflow.steps.map(({ name, scope, minutes, to, files }): FinishedStep => {
    const writtenAt = startedAt + minutes * MINUTE;
    const timestamp = new Date(writtenAt).toISOString();
    const contents = files.map((file): [string, string] => [
      file,
      file === ANALYSIS ? renderAnalysis(data, random) : data.text(`oauth/${name}/${file}`),
    ]);
    const agent = data.yaml(`oauth/${name}.yaml`, z.object({ from_agent: z.string() })).from_agent;
    const folder = `artifacts/${agent}/${timestamp.slice(0, 10)}-${scope}/`;
    const manifest = renderManifest(data, `oauth/${name}.yaml`, { folder, timestamp });
    return { ...buildArtifact(manifest, Object.fromEntries(contents)), to, writtenAt };
  });
  const session = await recordSession(random, startedAt, workflow, steps);
  return [...steps.flatMap(({ files }) => files), session];
}

/** Returns the paths of the project's source files, and reads them. */
export function openProject(data: SampleData) {
  const { steps } = data.yaml("oauth/workflow.yaml", Workflow);
  const files = (steps.at(-1)?.files ?? []).filter((path) => path.endsWith(".ts"));
  return { files, read: (path: string) => data.text(`oauth/implementation/${path}`) };
}

function renderAnalysis(data: SampleData, random: Random): string {
  const { modules } = data.yaml(
    "oauth/research/code-inventory.json",
    z.object({ modules: z.array(Template) }),
  );
  const template = data.yaml("oauth/research/full-analysis.yaml", Template);
  return renderText(template, { ...templateFunctions(random), modules });
}

async function recordSession(
  random: Random,
  startedAt: number,
  { title, project, agents, request }: Workflow,
  steps: readonly FinishedStep[],
): Promise<SampleFile> {
  const policy = loadPolicies().widened;
  const day = new Date(startedAt).toISOString().slice(0, 10).replaceAll("-", "");
  const workflowId = `wf-${day}-oauth2-001`;
  const recorder = new SessionRecorder({ sessionId: sessionIdAt(random, startedAt), workflowId, random });
  const clock = { now: startedAt };
  const log = new WorkflowLog({
    workflowId,
    sessionId: recorder.sessionId,
    now: () => clock.now,
    newId: () => recorder.newId(clock.now),
    write: (event) => recorder.keep(event),
  });
  recorder.note(startedAt, "session_start", { title, workflow: "feature_delivery" });
  recorder.announce(startedAt + 2, policy.announcement);
  clock.now = startedAt + 4;
  await log.start({ projectName: project, agentPlan: agents });
  for (const [index, step] of steps.entries()) {
    const { from_agent: from, artifacts_directory } = step.manifest;
    const path = `${artifacts_directory}manifest.json`;
    const known = steps.slice(0, index + 1);
    recorder.note(step.writtenAt, "agent_completed", { agent_id: from, artifact: path });
    clock.now = step.writtenAt + 20_000;
    await log.handOff({ fromAgent: from, toAgent: step.to, artifacts: [path], ...step });
    recorder.handOver(policy.compiled, {
      at: clock.now + 40,
      from,
      to: step.to,
      toModel: "claude-sonnet-4-5",
      context: {
        prior_outputs: Object.fromEntries(known.map(({ manifest }) => [manifest.from_agent, manifest])),
        observations: [
          {
            tool: "repository.status",
            result: { branch: "feat/oauth2", ahead: known.length * 4, clean: true },
          },
        ],
        original_input: request,
      },
    });
    const reads = [
      { path, tokens: step.manifestTokens, reason: "manifest" },
      ...step.required.map((file) => ({ ...file, reason: "required_reading" })),
    ];
    for (const [place, read] of reads.entries()) {
      recorder.note(clock.now + 1_500 * (place + 1), "artifact_read", { agent_id: step.to, ...read });
    }
  }
  const endedAt = (steps.at(-1)?.writtenAt ?? startedAt) + 38 * MINUTE;
  clock.now = endedAt - 900;
  await log.complete({ success: true });
  recorder.note(endedAt, "session_end", { status: "completed", duration_ms: endedAt - startedAt });
  return recorder.toFile();
}
