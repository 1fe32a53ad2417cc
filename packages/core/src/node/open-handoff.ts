import { posix } from "node:path";
import { type BudgetLimits, DEFAULT_BUDGET_LIMITS } from "../budget/limits";
import { type DocumentAgents, findContent, redactDocument } from "../content/check-document";
import type { Finding } from "../finding";
import { evaluateGate, type ManifestApproval } from "../manifest/evaluate-gate";
import {
  knownAgentsOf,
  limitsOf,
  needsApproval,
  phaseOf,
  type RolloutPhase,
} from "../manifest/handoff-rollout";
import { HandoffManifest, manifestTokens } from "../manifest/manifest";
import { type ManifestFindingCode, manifestFinding } from "../manifest/manifest-finding";
import { projectRootOf } from "../manifest/project-root";
import type { CompiledPolicy } from "../scoping/compile-policy";
import type { ArtifactReadEvent, ReadReason } from "../session/artifact-read";
import { countTokens } from "../tokens/count-tokens";
import { ContainedFolder } from "./contained-folder";
import type { GateServer } from "./gate-server";
import { MANIFEST_FILE, MANIFEST_FILES } from "./manifest-document";
import { type ManifestReport, validateManifestFolder } from "./manifest-folder";
import type { NamedFilesOptions } from "./named-files";
import { type ReadText, readText, type TextFile } from "./read-text";

/** Writes to a session file, like `append` of `SessionWriter`. */
export type WriteArtifactRead = (event: ArtifactReadEvent) => Promise<void> | void;

export interface OpenHandoffOptions extends NamedFilesOptions {
  /**
   * Treatment of a manifest that is missing or has errors; by default the phase of its agent on `server`, else
   * `enforce`.
   */
  readonly phase?: RolloutPhase;
  /** Gives phases, limits, known agents and reviews, and records the run. */
  readonly server?: GateServer;
  readonly sessionId: string;
  /** The agent that reads. */
  readonly agent: string;
  readonly write: WriteArtifactRead;
  /** Milliseconds since 1970. */
  now(): number;
  /** Returns a new event ID: a UUID, preferably version 7. */
  newId(): string;
  readonly workflowId?: string;
  /** Those of `server` by default. */
  readonly limits?: BudgetLimits;
  /** Policy, compiled with detectors: the agent gets nothing that its content rules redact or block. */
  readonly contentPolicy?: CompiledPolicy;
  /** Receives error messages without content. */
  log?(message: string): void;
}

/** An omitted file, and the reason. */
export interface OmittedFile {
  readonly name: string;
  readonly reason: string;
}

/** Content that an agent receives in a handoff. */
export type OpenedHandoff =
  /** The manifest, and in `files` its required reading within the budget. */
  | (GivenFiles & { state: "manifest"; manifest: HandoffManifest })
  /** The manifest is missing or has errors; `files` are the full artifacts that fit the reader's window. */
  | (GivenFiles & { state: "fallback" })
  /** The workflow must not continue; the reader gets nothing. */
  | { state: "refused"; findings: readonly Finding[] };

interface GivenFiles {
  readonly files: readonly TextFile[];
  readonly omitted: readonly OmittedFile[];
  /** With the severities of the phase. */
  readonly findings: readonly Finding[];
  /**
   * Reads one more file of the handoff, and records it.
   *
   * @param name below the handoff's folder.
   */
  readDetail(name: string): Promise<ReadText>;
}

/** Findings about size: the manifest is cut to the budget, because the full artifacts would be far larger. */
const CUT_TO_BUDGET: ReadonlySet<string> = new Set<ManifestFindingCode>([
  "manifest_too_large",
  "required_reading_too_large",
  "handoff_too_large",
]);

/**
 * Opens a handoff: the manifest and its required reading within budget. Each read adds an `artifact_read`
 * event.
 *
 * A manifest that is missing or has errors is rejected in phase `enforce`; one that a reviewer sent back, or that
 * lacks a required approval, in every phase. In `observe`, the full artifacts
 * replace it, and an event with reason `fallback` names the findings; in `warn` only if it is unreadable.
 *
 * @param directory folder of the manifest; follows a link such as `latest`.
 * @throws file system errors if the folder cannot be opened (`ENOENT`, `ENOTDIR` …).
 */
export async function openHandoff(directory: string, options: OpenHandoffOptions): Promise<OpenedHandoff> {
  const folder = await ContainedFolder.open(directory);
  const { path } = folder;
  const root = projectRootOf(path) ?? path;
  const { count, secretFinder, contentPolicy } = options;
  const rollout = options.server?.rollout ?? null;
  const limits = options.limits ?? (rollout ? limitsOf(rollout, options.agent) : DEFAULT_BUDGET_LIMITS);
  const registry = rollout ? { agents: knownAgentsOf(rollout) } : {};
  const report = await validateManifestFolder(path, { root, limits, secretFinder, count, ...registry });
  const agents = { from: report?.fromAgent ?? null, to: [options.agent] };
  const reader = new HandoffReader(folder, root, { ...options, agents });
  const findings = report?.findings ?? [NO_MANIFEST];
  const phase = options.phase ?? (rollout ? phaseOf(rollout, agents.from) : "enforce");
  const verdict = evaluateGate(findings, phase, await findApproval(options.server, report, phase));
  if (!verdict.passes) return { state: "refused", findings: verdict.findings };
  const parsed = HandoffManifest.safeParse(report?.document);
  const isUsable = phase !== "observe" || !findings.some(isReasonToFallBack);
  const given = { findings: verdict.findings, readDetail: (name: string) => reader.readDetail(name) };
  if (parsed.success && isUsable) {
    const { document, isBlocked } = redactDocument(contentPolicy, agents, parsed.data);
    if (isBlocked) return { state: "refused", findings: describeContent(contentPolicy, agents, parsed.data) };
    const manifest = document === parsed.data ? parsed.data : HandoffManifest.parse(document);
    const files = await reader.readRequired(manifest, limits);
    return { state: "manifest", manifest, ...files, ...given };
  }
  return { state: "fallback", ...(await reader.readEverything(findings, limits)), ...given };
}

/** Records the run; undefined without a server, or without a manifest that it could know. */
async function findApproval(
  server: GateServer | undefined,
  report: ManifestReport | null,
  phase: RolloutPhase,
): Promise<ManifestApproval | undefined> {
  if (!server || !report || report.sha256 === null) return undefined;
  const { sha256, path, fromAgent: agent, findings } = report;
  const isRequired = server.rollout !== null && needsApproval(server.rollout, agent);
  const { review } = await server.reportGateRun({
    sha256,
    path,
    agent,
    phase,
    findings,
    needsApproval: isRequired,
  });
  return { review, isRequired };
}

function describeContent(
  policy: CompiledPolicy | undefined,
  agents: DocumentAgents,
  manifest: HandoffManifest,
): Finding[] {
  return findContent(policy, agents, manifest).map(({ place, message, severity }) =>
    manifestFinding("content_rule", place, message, severity),
  );
}

const NO_MANIFEST: Finding = {
  code: "schema",
  severity: "error",
  path: "",
  message: "the folder has no manifest.json",
  hint: "Save a manifest next to the artifacts.",
};

function isReasonToFallBack({ code, severity }: Finding): boolean {
  return severity === "error" && !CUT_TO_BUDGET.has(code);
}

type Given = Pick<GivenFiles, "files" | "omitted">;

/** The agents are those of the manifest and the reader. */
type ReaderOptions = OpenHandoffOptions & { readonly agents: DocumentAgents };

/** Reads files of one handoff, and writes an event for each. */
class HandoffReader {
  readonly #folder: ContainedFolder;
  /** The folder's path below the project's root. */
  readonly #place: string;
  readonly #options: ReaderOptions;

  constructor(folder: ContainedFolder, root: string, options: ReaderOptions) {
    this.#folder = folder;
    this.#place = posix.relative(root, folder.path);
    this.#options = options;
  }

  async readRequired(manifest: HandoffManifest, limits: BudgetLimits): Promise<Given> {
    const tokens = manifestTokens(manifest);
    await this.#write({ path: MANIFEST_FILE, tokens, reason: "manifest" });
    const names = (manifest.required_reading ?? []).map(({ file }) => file);
    const budget = Math.min(limits.requiredReadingTokens, limits.handoffTokens - tokens);
    return this.#readWithin(names, budget, "required_reading");
  }

  /** Reads all files except the invalid manifest, up to the size of the reader's window. */
  async readEverything(findings: readonly Finding[], limits: BudgetLimits): Promise<Given> {
    const codes = [...new Set(findings.filter(isReasonToFallBack).map(({ code }) => code))];
    await this.#write({ path: MANIFEST_FILE, tokens: 0, reason: "fallback", findings: codes });
    const names = (await this.#folder.list()).filter((path) => !MANIFEST_FILES.includes(path));
    return this.#readWithin(names, limits.windowTokens, "fallback");
  }

  async readDetail(name: string): Promise<ReadText> {
    const read = await this.#read(name);
    if (read.ok) await this.#write({ path: read.file.path, tokens: read.file.tokens, reason: "detail" });
    return read;
  }

  async #readWithin(names: readonly string[], budget: number, reason: ReadReason): Promise<Given> {
    const files: TextFile[] = [];
    const omitted: OmittedFile[] = [];
    let tokensLeft = budget;
    for (const name of names) {
      const read = await this.#read(name);
      if (!read.ok) omitted.push(read);
      else if (read.file.tokens > tokensLeft) {
        omitted.push({ name, reason: `it has ${read.file.tokens} tokens, and ${tokensLeft} are left` });
      } else {
        tokensLeft -= read.file.tokens;
        files.push(read.file);
        await this.#write({ path: read.file.path, tokens: read.file.tokens, reason });
      }
    }
    return { files, omitted };
  }

  /** Reads a text as content rules let it pass. */
  async #read(name: string): Promise<ReadText> {
    const read = await readText(this.#folder, name);
    if (!read.ok) return read;
    const { contentPolicy, agents } = this.#options;
    const { document, isBlocked } = redactDocument(contentPolicy, agents, read.file.text);
    if (isBlocked) return { ok: false, name, reason: "a content rule blocks it" };
    const text = String(document);
    return text === read.file.text
      ? read
      : { ok: true, file: { ...read.file, text, tokens: countTokens(text) } };
  }

  /** A failed write never stops the workflow. */
  async #write(
    read: Pick<ArtifactReadEvent, "path" | "tokens" | "findings"> & { reason: ReadReason },
  ): Promise<void> {
    const { agent, log, newId, now, sessionId, workflowId, write } = this.#options;
    try {
      await write({
        event_type: "artifact_read",
        event_id: newId(),
        session_id: sessionId,
        ...(workflowId === undefined ? {} : { workflow_id: workflowId }),
        agent_id: agent,
        timestamp: new Date(now()).toISOString(),
        ...read,
        path: posix.join(this.#place, read.path),
      });
    } catch {
      log?.(`${agent}: reading ${read.path} could not be recorded`);
    }
  }
}
