import type { Finding } from "@baton/core";
import {
  HANDOFF_SECTIONS,
  type HandoffDocument,
  parseHandoffDocument,
  type Staleness,
  validateHandoff,
} from "@baton/core/handoff-document";
import { parseTimestamp } from "@baton/core/internal";
import { findReferencedFiles, readStaleness } from "@baton/core/node";
import type { NewHandoffDocument } from "@baton/db/write";
import type { IngestContext } from "./ingest-context";
import { storedKeyOrNull } from "./stored-key";
import { findProject, taskFolderOf } from "./task-folder";

/** Maximum time for git, and for looking up files; the document is stored in any case. */
const MAX_MILLISECONDS = 2_000;

type ValidatedHandoff = Omit<
  NewHandoffDocument,
  "workspaceId" | "documentId" | "sourceFileId" | "path" | "sha256"
>;

/**
 * Validates a handoff document with its files and its repository. The result is masked.
 *
 * @param document.text original text, for secrets and sizes.
 * @param document.maskedText source of everything stored or reported.
 * @param document.mtime last change of the file.
 */
export async function validateHandoffFile(
  { scanner, storesContent }: IngestContext,
  { path, text, maskedText, mtime }: { path: string; text: string; maskedText: string; mtime: Date },
): Promise<ValidatedHandoff> {
  const unmasked = parseHandoffDocument(text);
  const { document: written } = unmasked;
  const { root, isRepository } = await findProject(path);
  const files = await findReferencedFiles(root, written, AbortSignal.timeout(MAX_MILLISECONDS)).catch(
    () => new Map(),
  );
  const staleness = isRepository ? await runGit(root, written, files) : NO_REPOSITORY;
  const { findings, score, lines, tokens } = validateHandoff(text, {
    secrets: scanner,
    files,
    staleness: staleness.level,
  });
  const { document, notFound } = maskedText === text ? unmasked : parseHandoffDocument(maskedText);
  const { frontMatter } = document;
  const mask = (said: string) => scanner.maskText(said).text;
  return {
    projectRoot: root,
    taskFolder: taskFolderOf(path),
    title: storesContent ? document.title : null,
    task: storedKeyOrNull(frontMatter.task ?? null),
    phase: storedKeyOrNull(frontMatter.phase ?? phaseOf(path)),
    commit: storedKeyOrNull(frontMatter.commit ?? null),
    branch: storedKeyOrNull(frontMatter.branch ?? null),
    predecessor: storedKeyOrNull(frontMatter.predecessor ?? null),
    score: score.total,
    points: score.points,
    tokens,
    lineCount: lines,
    findings: findings.map((finding) => maskFinding(finding, mask, storesContent)),
    sectionsFound: HANDOFF_SECTIONS.filter((section) => !notFound.includes(section)),
    staleness: staleness.level,
    stalenessReasons: storesContent ? staleness.reasons.map(mask) : [],
    writtenAt: documentTime(frontMatter, mtime),
    text: storesContent ? maskedText : null,
  };
}

/** Returns the time that a document has in its front matter, otherwise that of its file. */
export function documentTime({ created_at }: HandoffDocument["frontMatter"], mtime: Date): Date {
  const time = parseTimestamp(created_at, Date.now());
  return time.ok ? new Date(time.milliseconds) : mtime;
}

/** Null: unknown. */
type Answer = Pick<Staleness, "reasons"> & { level: Staleness["level"] | null };

const NO_REPOSITORY: Answer = { level: null, reasons: ["the folder is not in a git repository"] };

async function runGit(
  root: string,
  document: HandoffDocument,
  files: Awaited<ReturnType<typeof findReferencedFiles>>,
): Promise<Answer> {
  try {
    const staleness = await readStaleness(root, document, files, AbortSignal.timeout(MAX_MILLISECONDS));
    return staleness.facts.commit.state === "no_repository" ? NO_REPOSITORY : staleness;
  } catch {
    return { level: null, reasons: ["git did not respond in time"] };
  }
}

/** Returns the phase number of `phase-3-handoff.md`. */
function phaseOf(path: string): string | null {
  return /\/phase-(.+?)-handoff\b[^/]*$/.exec(path)?.[1] ?? null;
}

/** A message may quote the document, so treat it as content; code, path and hint are not. */
function maskFinding(finding: Finding, mask: (text: string) => string, storesContent: boolean): Finding {
  return { ...finding, path: mask(finding.path), message: storesContent ? mask(finding.message) : "" };
}
