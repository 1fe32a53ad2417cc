import {
  countTokens,
  type HandoffManifest,
  manifestTokens,
  WorkflowLog,
  withContextBudget,
} from "@baton/core";
import { momentOn } from "./calendar";
import { hexId } from "./identifier";
import { codeInventory, dependencyGraph, fullAnalysis } from "./oauth/analysis";
import { IMPLEMENTATION_NOTES, SOURCE_FILES } from "./oauth/implementation";
import { implementationManifest, planManifest, researchManifest } from "./oauth/manifests";
import { API_SPECIFICATION, DATA_MODELS, fullPlan, SEQUENCE_DIAGRAMS } from "./oauth/plan";
import { loadPolicies } from "./policies";
import type { Random } from "./random";
import type { SampleFile } from "./sample-file";
import { SessionRecorder } from "./session-recorder";

const DAYS_AGO = 9;
const MINUTE = 60_000;

/**
 * One step of the workflow: what it left on disk, and how much of it the next agent has to read, in tokens.
 */
interface Artifact {
  manifest: HandoffManifest;
  files: SampleFile[];
  /** Of each file that the manifest requires. */
  required: { path: string; tokens: number }[];
  manifestTokens: number;
  requiredTokens: number;
  fullTokens: number;
  writtenAt: number;
}

/**
 * A software team's workflow: research, plan and implementation of OAuth2, each compacted to a manifest for
 * the next agent, with the session in which it happened. `today`: midnight, UTC, in milliseconds since 1970.
 */
export async function generateOAuth(random: Random, today: number): Promise<SampleFile[]> {
  const startedAt = momentOn(today, DAYS_AGO, 9) + random.integer(0, 50) * MINUTE;
  const research = keepArtifact(startedAt + 34 * MINUTE, (at) => researchManifest(at), {
    "full-analysis.md": fullAnalysis(random),
    "dependency-graph.mermaid": dependencyGraph(),
    "code-inventory.json": codeInventory(),
  });
  const plan = keepArtifact(startedAt + 91 * MINUTE, (at) => planManifest(at), {
    "api-spec.yaml": API_SPECIFICATION,
    "data-models.ts": DATA_MODELS,
    "full-plan.md": fullPlan(),
    ...Object.fromEntries(
      Object.entries(SEQUENCE_DIAGRAMS).map(([name, text]) => [`sequence-diagrams/${name}`, text]),
    ),
  });
  const implementation = keepArtifact(
    startedAt + 242 * MINUTE,
    (at) => implementationManifest(at, SOURCE_FILES),
    {
      ...SOURCE_FILES,
      "implementation-notes.md": IMPLEMENTATION_NOTES,
    },
  );
  const artifacts = [research, plan, implementation];
  const session = await recordSession(random, startedAt, { research, plan, implementation });
  return [...artifacts.flatMap(({ files }) => files), session];
}

function keepArtifact(
  writtenAt: number,
  write: (at: number) => HandoffManifest,
  contents: Readonly<Record<string, string>>,
): Artifact {
  const manifest = write(writtenAt);
  const folder = manifest.artifacts_directory;
  const required = (manifest.required_reading ?? []).map(({ file }) => ({
    path: `${folder}${file}`,
    tokens: countTokens(contents[file] ?? ""),
  }));
  const requiredTokens = required.reduce((sum, { tokens }) => sum + tokens, 0);
  const complete = withContextBudget(manifest, requiredTokens);
  return {
    manifest,
    required,
    manifestTokens: manifestTokens(manifest),
    requiredTokens,
    fullTokens: Object.values(contents).reduce((sum, content) => sum + countTokens(content), 0),
    writtenAt,
    files: [
      ...Object.entries(contents).map(([name, content]) => ({ path: `${folder}${name}`, content })),
      { path: `${folder}manifest.json`, content: `${JSON.stringify(complete, null, 2)}\n` },
    ],
  };
}

async function recordSession(
  random: Random,
  startedAt: number,
  { research, plan, implementation }: Record<"research" | "plan" | "implementation", Artifact>,
): Promise<SampleFile> {
  const stamp = new Date(startedAt).toISOString().replaceAll(/[-:]/g, "");
  const workflowId = `wf-${stamp.slice(0, 8)}-oauth2-001`;
  const sessionId = `session_${stamp.slice(0, 8)}_${stamp.slice(9, 15)}_${hexId(random, 8)}`;
  const recorder = new SessionRecorder({ sessionId, workflowId, random });
  const clock = { now: startedAt };
  const workflow = new WorkflowLog({
    workflowId,
    sessionId,
    now: () => clock.now,
    newId: () => recorder.newId(clock.now),
    write: (event) => recorder.keep(event),
  });
  recorder.note(startedAt, "session_start", {
    title: "Add OAuth2 with PKCE to the customer API",
    workflow: "feature_delivery",
  });
  recorder.announce(startedAt + 2, loadPolicies().widened.announcement);
  clock.now = startedAt + 4;
  await workflow.start({
    projectName: "OAuth2 with PKCE",
    agentPlan: ["top-down-analyzer", "backend-architect", "security-auditor", "qa-specialist"],
  });
  const handoffs: [from: string, to: string, carries: Artifact, known: Artifact[]][] = [
    ["top-down-analyzer", "backend-architect", research, [research]],
    ["backend-architect", "security-auditor", plan, [research, plan]],
    ["backend-architect", "qa-specialist", implementation, [research, plan, implementation]],
  ];
  for (const [fromAgent, toAgent, carries, known] of handoffs) {
    const path = `${carries.manifest.artifacts_directory}manifest.json`;
    recorder.note(carries.writtenAt, "agent_completed", { agent_id: fromAgent, artifact: path });
    clock.now = carries.writtenAt + 20_000;
    await workflow.handOff({ fromAgent, toAgent, artifacts: [path], ...carries });
    handOver(recorder, { at: clock.now + 40, from: fromAgent, to: toAgent, known });
    readArtifacts(recorder, { at: clock.now + 1_500, agent: toAgent, carries });
  }
  const endedAt = implementation.writtenAt + 38 * MINUTE;
  clock.now = endedAt - 900;
  await workflow.complete({ success: true });
  recorder.note(endedAt, "session_end", { status: "completed", duration_ms: endedAt - startedAt });
  return recorder.toFile();
}

function handOver(
  recorder: SessionRecorder,
  { at, from, to, known }: { at: number; from: string; to: string; known: Artifact[] },
): void {
  recorder.handOver(loadPolicies().widened.compiled, {
    at,
    from,
    to,
    toModel: "claude-sonnet-4-5",
    context: {
      prior_outputs: Object.fromEntries(known.map(({ manifest }) => [manifest.from_agent, manifest])),
      observations: [
        {
          tool: "repository.status",
          result: { branch: "feat/oauth2", ahead: known.length * 4, clean: true },
        },
      ],
      original_input: {
        feature: "oauth2-pkce",
        spec_path: "docs/requests/oauth2.md",
        request: "Let the mobile app and partners sign customers in without handling their passwords.",
      },
    },
  });
}

/** What the receiver reads before it begins: the manifest, then what it requires. */
function readArtifacts(
  recorder: SessionRecorder,
  { at, agent, carries }: { at: number; agent: string; carries: Artifact },
): void {
  const path = `${carries.manifest.artifacts_directory}manifest.json`;
  recorder.note(at, "artifact_read", {
    agent_id: agent,
    path,
    tokens: carries.manifestTokens,
    reason: "manifest",
  });
  for (const [index, file] of carries.required.entries()) {
    recorder.note(at + 1_500 * (index + 1), "artifact_read", {
      agent_id: agent,
      ...file,
      reason: "required_reading",
    });
  }
}
