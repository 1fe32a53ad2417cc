import { countTokens } from "@baton/core";
import { momentOn } from "./calendar";
import { hexId } from "./identifier";
import { codeInventory, dependencyGraph, fullAnalysis } from "./oauth/analysis";
import { IMPLEMENTATION_NOTES, SOURCE_FILES } from "./oauth/implementation";
import { implementationManifest, type Manifest, planManifest, researchManifest } from "./oauth/manifests";
import { API_SPECIFICATION, DATA_MODELS, fullPlan, SEQUENCE_DIAGRAMS } from "./oauth/plan";
import { loadPolicies } from "./policies";
import type { Random } from "./random";
import type { SampleFile } from "./sample-file";
import { SessionRecorder } from "./session-recorder";

const DAYS_AGO = 9;
/** Tokens that a manifest and its required reading may take together. */
const HANDOFF_BUDGET = 10_000;
const MINUTE = 60_000;

/** One step of the workflow: what it left on disk, and how much of it the next agent has to read, in tokens. */
interface Artifact {
  manifest: Manifest;
  files: SampleFile[];
  manifestTokens: number;
  requiredTokens: number;
  detailTokens: number;
  writtenAt: number;
}

/**
 * A software team's workflow: research, plan and implementation of OAuth2, each compacted to a manifest for the next
 * agent, with the session in which it happened. `today`: midnight, UTC, in milliseconds since 1970.
 */
export function generateOAuth(random: Random, today: number): SampleFile[] {
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
  const session = recordSession(random, startedAt, { research, plan, implementation });
  return [...artifacts.flatMap(({ files }) => files), session];
}

function keepArtifact(
  writtenAt: number,
  write: (at: number) => Manifest,
  contents: Readonly<Record<string, string>>,
): Artifact {
  const manifest = write(writtenAt);
  const sizeOf = (name: string) => countTokens(contents[name] ?? "");
  const manifestTokens = countTokens(JSON.stringify(manifest));
  const requiredTokens = manifest.required_reading.reduce((sum, { file }) => sum + sizeOf(file), 0);
  const complete = {
    ...manifest,
    context_budget: {
      manifest_tokens: manifestTokens,
      required_reading_tokens: requiredTokens,
      total_available_tokens: 68_000,
    },
  };
  const folder = manifest.artifacts_directory;
  return {
    manifest,
    manifestTokens,
    requiredTokens,
    detailTokens: Object.keys(contents).reduce((sum, name) => sum + sizeOf(name), 0),
    writtenAt,
    files: [
      ...Object.entries(contents).map(([name, content]) => ({ path: `${folder}${name}`, content })),
      { path: `${folder}manifest.json`, content: `${JSON.stringify(complete, null, 2)}\n` },
    ],
  };
}

function recordSession(
  random: Random,
  startedAt: number,
  artifacts: Record<"research" | "plan" | "implementation", Artifact>,
): SampleFile {
  const stamp = new Date(startedAt).toISOString().replaceAll(/[-:]/g, "");
  const workflowId = `wf-${stamp.slice(0, 8)}-oauth2-001`;
  const sessionId = `session_${stamp.slice(0, 8)}_${stamp.slice(9, 15)}_${hexId(random, 8)}`;
  const recorder = new SessionRecorder({ sessionId, workflowId, random });
  const { research, plan, implementation } = artifacts;
  const agents = ["top-down-analyzer", "backend-architect", "security-auditor", "qa-specialist"];
  recorder.note(startedAt, "session_start", {
    title: "Add OAuth2 with PKCE to the customer API",
    workflow: "feature_delivery",
  });
  recorder.note(startedAt + 2, "policy_seen", loadPolicies().widened.announcement);
  recorder.note(startedAt + 4, "workflow_start", { project_name: "OAuth2 with PKCE", agent_plan: agents });
  const handoffs: [from: string, to: string, carries: Artifact, known: Artifact[]][] = [
    ["top-down-analyzer", "backend-architect", research, [research]],
    ["backend-architect", "security-auditor", plan, [research, plan]],
    ["backend-architect", "qa-specialist", implementation, [research, plan, implementation]],
  ];
  for (const [from, to, carries, known] of handoffs) {
    handOver(recorder, { from, to, carries, known });
  }
  const endedAt = implementation.writtenAt + 38 * MINUTE;
  recorder.note(endedAt - 900, "workflow_complete", {
    duration_seconds: Math.round((endedAt - startedAt) / 1_000),
    success: true,
    agents_executed: agents,
    context_efficiency: efficiencyOf([research, plan, implementation]),
  });
  recorder.note(endedAt, "session_end", { status: "completed", duration_ms: endedAt - startedAt });
  return recorder.toFile();
}

function handOver(
  recorder: SessionRecorder,
  { from, to, carries, known }: { from: string; to: string; carries: Artifact; known: Artifact[] },
): void {
  const at = carries.writtenAt + 20_000;
  const path = `${carries.manifest.artifacts_directory}manifest.json`;
  const total = carries.manifestTokens + carries.requiredTokens;
  recorder.note(carries.writtenAt, "agent_completed", { agent_id: from, artifact: path });
  recorder.note(at, "agent_handoff", {
    from_agent: from,
    to_agent: to,
    artifacts: [path],
    context_budget: {
      manifest_tokens: carries.manifestTokens,
      required_tokens: carries.requiredTokens,
      total_tokens: total,
      utilization_pct: Math.round((total / HANDOFF_BUDGET) * 1_000) / 10,
    },
  });
  recorder.handOver(loadPolicies().widened.compiled, {
    at: at + 40,
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
  recorder.note(at + 1_500, "artifact_read", {
    agent_id: to,
    path,
    tokens: carries.manifestTokens,
    reason: "handoff",
  });
  for (const { file } of carries.manifest.required_reading) {
    recorder.note(at + 3_000, "artifact_read", {
      agent_id: to,
      path: `${carries.manifest.artifacts_directory}${file}`,
      reason: "required reading",
    });
  }
}

function efficiencyOf(artifacts: Artifact[]): Record<string, number> {
  const totals = artifacts.map(({ manifestTokens, requiredTokens }) => manifestTokens + requiredTokens);
  const sum = totals.reduce((a, b) => a + b, 0);
  const full = artifacts.reduce((a, { detailTokens }) => a + detailTokens, 0);
  return {
    total_handoff_tokens: sum,
    avg_tokens_per_handoff: Math.round(sum / totals.length),
    max_utilization_pct: Math.round((Math.max(...totals) / HANDOFF_BUDGET) * 1_000) / 10,
    compression_ratio: Math.round((full / sum) * 10) / 10,
  };
}
