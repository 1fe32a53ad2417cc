import { lstat, mkdir, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
import { withContextBudget } from "../budget/context-budget";
import { type BudgetLimits, DEFAULT_BUDGET_LIMITS } from "../budget/limits";
import { findContent, redactDocument } from "../content/check-document";
import { type Finding, sortFindings } from "../finding";
import { leavesFolder } from "../manifest/leaves-folder";
import { HandoffManifest } from "../manifest/manifest";
import { type ManifestFiles, sumTokens } from "../manifest/manifest-files";
import { type ManifestFindingCode, manifestFinding } from "../manifest/manifest-finding";
import { viewManifest } from "../manifest/manifest-view";
import { validateManifest } from "../manifest/validate-manifest";
import type { CompiledPolicy } from "../scoping/compile-policy";
import { findNewest } from "./artifact-versions";
import { ContainedFolder } from "./contained-folder";
import { LATEST, MANIFEST_FILE } from "./manifest-document";
import { type ManifestFolderOptions, readManifestFiles } from "./manifest-folder";
import type { NamedFilesOptions } from "./named-files";
import { replaceFile, replaceLink } from "./replace-whole";

export type SavedManifest =
  /**
   * `path` of the `manifest.json` below the root; `manifest` with its calculated `context_budget`; `findings`
   * for the gate.
   */
  | { state: "saved"; path: string; manifest: HandoffManifest; findings: Finding[] }
  /** Nothing was written. */
  | { state: "refused"; findings: Finding[] };

/** Limits of the manifest, and how to count and search its files. */
export interface SaveOptions extends NamedFilesOptions {
  readonly limits?: BudgetLimits;
  /**
   * Policy, compiled with detectors: what its content rules redact is not written, and a manifest that they block is
   * refused.
   */
  readonly contentPolicy?: CompiledPolicy;
}

/** Errors that prevent the calculation of the budget, or exceed it. */
const UNSAVEABLE: ReadonlySet<string> = new Set<ManifestFindingCode>([
  "schema",
  "manifest_too_large",
  "required_reading_too_large",
  "handoff_too_large",
  "required_file_missing",
  "path_escapes_directory",
]);

/**
 * Saves a manifest as `manifest.json` in its `artifacts_directory` and points `artifacts/{agent}/latest` to
 * the agent's newest run. Its files must exist; counts them for `context_budget`. Readers never see a partial
 * manifest or a missing link.
 *
 * @param root     project root: the folder with `artifacts`.
 * @param manifest its `artifacts_directory` is `artifacts/{from_agent}/{run}/`; creates missing folders.
 * @throws file system errors.
 */
export async function saveManifest(
  root: string,
  manifest: HandoffManifest,
  { limits = DEFAULT_BUDGET_LIMITS, contentPolicy, ...reading }: SaveOptions = {},
): Promise<SavedManifest> {
  const redacted = redactManifest(manifest, contentPolicy);
  if (redacted.isBlocked) return refuse(redacted.findings);
  return save(root, redacted.manifest, redacted.findings, { limits, reading });
}

/** Removes what content rules redact. Matches are findings, and errors only if a rule blocks. */
function redactManifest(manifest: HandoffManifest, policy: CompiledPolicy | undefined) {
  const agents = { from: manifest.from_agent, to: manifest.to_agents ?? null };
  const { document, isBlocked } = redactDocument(policy, agents, manifest);
  const findings = findContent(policy, agents, manifest).map(({ place, message }) =>
    manifestFinding("content_rule", place, message, isBlocked ? "error" : "warning"),
  );
  return { manifest: findings.length > 0 ? HandoffManifest.parse(document) : manifest, isBlocked, findings };
}

async function save(
  root: string,
  manifest: HandoffManifest,
  contentFindings: readonly Finding[],
  { limits, reading }: { limits: BudgetLimits; reading: NamedFilesOptions },
): Promise<SavedManifest> {
  const run = runOf(manifest);
  const segments = ["artifacts", manifest.from_agent, run ?? ""];
  if (run === null || !(await createFolders(root, segments))) return refuse([wrongPlace(manifest)]);
  const files = await findFiles(join(root, ...segments), manifest, { root, ...reading });
  const complete = withContextBudget(manifest, sumTokens(files.requiredReading).tokens, limits);
  const findings = validateManifest(complete, { files, limits, secretFinder: reading.secretFinder });
  const faults = findings.filter(({ code }) => UNSAVEABLE.has(code));
  if (faults.length > 0) return refuse(faults);
  const path = [...segments, MANIFEST_FILE].join("/");
  await replaceFile(join(root, path), `${JSON.stringify(complete, null, 2)}\n`);
  await linkLatest(root, manifest.from_agent);
  return {
    state: "saved",
    path,
    manifest: complete,
    findings: sortFindings([...findings, ...contentFindings]),
  };
}

async function findFiles(
  directory: string,
  manifest: HandoffManifest,
  options: ManifestFolderOptions,
): Promise<ManifestFiles> {
  const folder = await ContainedFolder.open(directory);
  return await readManifestFiles(folder, viewManifest(manifest), options);
}

/** Returns the name of a manifest's run; null if its folder is not among its agent's runs. */
function runOf({ artifacts_directory, from_agent }: HandoffManifest): string | null {
  const [first, agent, run, ...further] = artifacts_directory
    .replace(/^\.\//, "")
    .replace(/\/$/, "")
    .split("/");
  const isInPlace = first === "artifacts" && agent === from_agent && further.length === 0;
  if (!isInPlace || run === undefined || leavesFolder(artifacts_directory) || leavesFolder(run)) return null;
  return ["", ".", "..", LATEST].includes(run) ? null : run;
}

/**
 * Creates missing folders, each within the previous one. Returns false if one of them is a link or a file.
 */
async function createFolders(root: string, segments: readonly string[]): Promise<boolean> {
  let path = await realpath(root);
  for (const segment of segments) {
    path = join(path, segment);
    await mkdir(path).catch(ignoreExisting);
    if (!(await lstat(path)).isDirectory()) return false;
  }
  return true;
}

/**
 * Several runs may end at once, and the last to set the link may not be the newest. So each checks again
 * after setting it, and the last one sees all manifests.
 */
async function linkLatest(root: string, agent: string): Promise<void> {
  const link = join(root, "artifacts", agent, LATEST);
  for (;;) {
    const newest = await findNewest(root, agent);
    const run = newest?.directory.split("/").at(-2);
    if (run === undefined || (await readlink(link).catch(() => null)) === run) return;
    await replaceLink(link, run);
  }
}

function refuse(findings: readonly Finding[]): SavedManifest {
  return { state: "refused", findings: sortFindings(findings) };
}

function wrongPlace({ artifacts_directory, from_agent }: HandoffManifest): Finding {
  const message = `${artifacts_directory} is not a folder of the form artifacts/${from_agent}/{timestamp}-{scope}/ without links`;
  return manifestFinding("path_escapes_directory", ["artifacts_directory"], message);
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
}
