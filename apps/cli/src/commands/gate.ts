import { join } from "node:path";
import type { Finding } from "@baton/core";
import { describeIssues } from "@baton/core/internal";
import {
  compressionOf,
  evaluateGate,
  type GateVerdict,
  HandoffRollout,
  knownAgentsOf,
  type ManifestApproval,
  type ManifestSizes,
  needsApproval,
  phaseOf,
  ROLLOUT_PHASES,
  type RolloutPhase,
} from "@baton/core/manifest";
import type { ManifestReport } from "@baton/core/node";
import { type Command, Option } from "commander";
import { CommandError, EXIT_CODES } from "../command-error";
import { CONTENT_POLICY_OPTION, readContentPolicy } from "../content-policy";
import { nameInput, readJsonInput } from "../input";
import { locateManifest } from "../manifest-place";
import { formatCount, JSON_OPTION, printJson, printProgress, printText } from "../output";
import { readServerSettings, SERVER_OPTION, type ServerSettings } from "../server-settings";
import { validateFolders } from "../validate-folders";

interface GateOptions {
  phase?: RolloutPhase;
  rollout?: string;
  root?: string;
  policy?: string;
  server?: string;
  json?: true;
}

/** `baton gate`: check whether a workflow may continue with the manifest in a folder. */
export function registerGate(program: Command): void {
  program
    .command("gate")
    .summary("check a manifest; exit 1 if the workflow must stop")
    .description(
      "Validate the manifest of a folder. Exits with 0 if the workflow can continue and with 1 if it must stop. Errors are\nrecorded in phase observe, become warnings in warn, and stop the workflow in enforce. With BATON_API_KEY, phases, limits,\napprovals and content rules come from the server, which records the run; without a response, its last ones apply.",
    )
    .argument("<directory>", "the folder that an agent wrote")
    .addOption(
      new Option("--phase <phase>", "effect of errors (default: that of the setting, else enforce)").choices(
        ROLLOUT_PHASES,
      ),
    )
    .addOption(
      new Option(
        "--rollout <file>",
        "handoff_rollout setting in JSON: phases by agent, approvals and limits (default: that of the server)",
      ).conflicts("phase"),
    )
    .option("--root <folder>", "project root (default: parent of the nearest artifacts folder)")
    .option(...CONTENT_POLICY_OPTION)
    .option(...SERVER_OPTION)
    .option(...JSON_OPTION)
    .action(runGate);
}

async function runGate(directory: string, options: GateOptions): Promise<void> {
  const place = await locateManifest(directory, options.root);
  const server = await readServerSettings(options.server);
  const rollout = await chooseRollout(options, server);
  const [report] = await validateFolders([place], {
    limits: rollout.budgets,
    agents: knownAgentsOf(rollout),
    contentPolicy: (await readContentPolicy(options.policy)) ?? server?.contentPolicy,
  });
  const phase = options.phase ?? phaseOf(rollout, report ? report.fromAgent : agentOf(place.directory));
  const expected = join(place.directory, "manifest.json");
  const approval = await findApproval(server, report ?? null, { rollout, phase });
  const verdict = evaluateGate(report ? report.findings : [missing(expected)], phase, approval);
  if (!verdict.passes) process.exitCode = EXIT_CODES.failure;
  if (options.json) return printJson(toJson(expected, verdict, { report: report ?? null, approval }));
  printText(report ? describe(verdict, report) : describeMissing(phase, expected));
}

/** The setting of a file, else of the server. If it is unknown, errors stop the workflow. */
async function chooseRollout(
  { rollout: path }: GateOptions,
  server: ServerSettings | null,
): Promise<HandoffRollout> {
  if (path === undefined) return server?.rollout ?? HandoffRollout.parse({ default: "enforce" });
  const document = await readJsonInput(path);
  const parsed = HandoffRollout.safeParse(document);
  if (parsed.success) return parsed.data;
  const [issue] = describeIssues(parsed.error, document);
  throw new CommandError(`${nameInput(path)} is not a valid handoff_rollout: ${issue}.`);
}

/** Records the run. Without a server, a required approval cannot be known. */
async function findApproval(
  server: ServerSettings | null,
  report: ManifestReport | null,
  { rollout, phase }: { rollout: HandoffRollout; phase: RolloutPhase },
): Promise<ManifestApproval> {
  const isRequired = report !== null && needsApproval(rollout, report.fromAgent);
  if (!server || !report || report.sha256 === null) return { review: "unknown", isRequired };
  const { sha256, path, fromAgent: agent, findings } = report;
  const run = { sha256, path, agent, phase, findings, needsApproval: isRequired };
  const { review, problem } = await server.report(run);
  if (problem !== null) printProgress(`The run was not recorded: ${problem}.`);
  return { review, isRequired };
}

/** Returns the agent that owns the folder `artifacts/{agent}/…`. */
function agentOf(directory: string): string | null {
  const folders = directory.split("/");
  return folders[folders.lastIndexOf("artifacts") + 1] ?? null;
}

function missing(path: string): Finding {
  return {
    code: "schema",
    severity: "error",
    path: "",
    message: "manifest.json not found",
    hint: `Write it to ${path}.`,
  };
}

function describeMissing(phase: RolloutPhase, expected: string): string {
  const problem = `No manifest.json found\n   Expected: ${expected}`;
  if (phase === "enforce") return `❌ QUALITY GATE FAILED: ${problem}`;
  if (phase === "warn") return `⚠️  QUALITY GATE PASSED WITH A WARNING: ${problem}`;
  return `✅ QUALITY GATE PASSED: Nothing to measure in phase observe\n   ${problem}`;
}

function describe(
  verdict: GateVerdict,
  { document, sizes }: { document: unknown; sizes: ManifestSizes | null },
): string {
  const { phase, passes, isCompliant, findings } = verdict;
  const errors = findings.filter(({ severity }) => severity === "error");
  const warnings = findings.filter(({ severity }) => severity === "warning");
  if (!passes && document === undefined) {
    return `❌ QUALITY GATE FAILED: Invalid manifest JSON: ${errors.map(({ message }) => message).join("; ")}`;
  }
  if (!passes) {
    const what = isCompliant ? "The review stops the manifest:" : "Manifest validation errors:";
    return [`❌ QUALITY GATE FAILED: ${what}`, ...errors.map(describeFinding)].join("\n");
  }
  return [
    ...(warnings.length > 0 ? ["⚠️  Manifest validation warnings:", ...warnings.map(describeFinding)] : []),
    ...(errors.length > 0
      ? [`⚠️  Errors, which phase ${phase} does not stop:`, ...errors.map(describeFinding)]
      : []),
    `✅ QUALITY GATE PASSED: ${isCompliant ? "Manifest validation successful" : `Errors do not stop phase ${phase}`}`,
    ...(sizes ? describeSizes(sizes) : []),
  ].join("\n");
}

function describeFinding({ code, path, message }: Finding): string {
  return `   - ${code}${path === "" ? "" : ` at ${path}`}: ${message}`;
}

function describeSizes(sizes: ManifestSizes): string[] {
  const required = sizes.requiredReadingTokens ?? 0;
  const { ofManifest } = compressionOf([sizes]);
  return [
    `   Manifest size: ${formatCount(sizes.manifestTokens)} tokens`,
    `   Required reading: ${formatCount(required)} tokens`,
    `   Total handoff: ${formatCount(sizes.manifestTokens + required)} tokens`,
    `   Compression ratio: ${ofManifest === null ? "not known" : `${ofManifest.toFixed(1)}x`}`,
  ];
}

/** Uses the protocol's key names. Sizes are in tokens, null if unknown. */
function toJson(
  path: string,
  { phase, passes, isCompliant, findings }: GateVerdict,
  { report, approval }: { report: ManifestReport | null; approval: ManifestApproval },
) {
  const sizes = report?.sizes ?? null;
  return {
    path,
    phase,
    passes,
    compliant: isCompliant,
    needs_approval: approval.isRequired,
    review: approval.review,
    findings,
    manifest_tokens: sizes?.manifestTokens ?? null,
    required_reading_tokens: sizes?.requiredReadingTokens ?? null,
    compression_ratio: sizes ? compressionOf([sizes]).ofManifest : null,
  };
}
