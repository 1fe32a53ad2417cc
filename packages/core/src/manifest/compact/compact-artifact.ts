import { DEFAULT_BUDGET_LIMITS } from "../../budget/limits";
import { type Finding, sortFindings } from "../../finding";
import { countTokens } from "../../tokens/count-tokens";
import { artifactDirectory } from "../../workflow/artifact-directory";
import { type ArtifactType, HandoffManifest } from "../manifest";
import { validateManifest } from "../validate-manifest";
import { readArtifact } from "./artifact";
import { listSources, type ManifestFrame } from "./build-manifest";
import { type CompactionTarget, compactionTarget } from "./compaction-target";
import type { DraftPart } from "./draft";
import { draftSummary } from "./draft-summary";
import type { FileFact } from "./find-files";
import { type Fitted, fitToBudget } from "./fit-to-budget";
import { HeadingReader, type HeadingSynonyms } from "./heading-meaning";
import { draftReading, nameDetailFiles } from "./list-files";
import { countDropped, type ManifestSources } from "./manifest-sources";
import type { ArtifactFile, Excerpt } from "./source-text";

/** Input to compact: a text, or the files of an artifact, whose Markdown and standard YAML are read. */
export type CompactionRequest = {
  /** The agent that created it; must be a valid agent ID. */
  readonly agent: string;
  readonly type: ArtifactType;
  /** Topic, in at most 100 characters. */
  readonly scope: string;
  /** Creation time in RFC 3339. */
  readonly timestamp: string;
  /** The folder for the manifest, from the project root; by default that of its agent, time and scope. */
  readonly artifactsDirectory?: string;
  readonly toAgents?: readonly string[];
  /** The changed files, from the file tree or a diff; without them, the text names them. */
  readonly tree?: readonly FileFact[];
  /** Custom words for recognizing headings. */
  readonly headings?: Partial<HeadingSynonyms>;
} & ({ readonly text: string } | { readonly files: readonly (ArtifactFile & { readonly path: string })[] });

export interface Compaction {
  /** Null if no valid manifest within its limit is possible. */
  readonly manifest: HandoffManifest | null;
  readonly sources: ManifestSources;
  readonly findings: readonly Finding[];
}

/**
 * Creates a manifest from a full artifact. Every text is a quote of the source or a path of the file tree;
 * parts without a source stay empty. Takes linear time.
 *
 * @returns the manifest, the sources of its texts, and its findings (`validateManifest`):
 * `manifest_too_large` if it exceeds 1,000 tokens after shortening, `schema` if the input is not valid in a
 * manifest, `text_not_read` if a part of the source was too expensive to parse. Never throws because of a
 * source.
 * @throws RangeError if `timestamp` is not a time.
 */
export function compactArtifact(request: CompactionRequest): Compaction {
  const draft = draftManifest(request);
  return finish(draft, fitToBudget(draft.frame, draft, draft.target.manifestTokens));
}

/** A manifest before it is shortened. */
export interface ManifestDraft {
  readonly frame: ManifestFrame;
  readonly parts: readonly DraftPart[];
  /** Items without room in their part. */
  readonly surplus: readonly DraftPart[];
  readonly target: CompactionTarget;
  readonly sourceTokens: number;
  readonly unread: readonly Excerpt[];
}

function draftManifest(request: CompactionRequest): ManifestDraft {
  const files: readonly ArtifactFile[] =
    "files" in request ? request.files : [{ path: null, text: request.text }];
  const sourceTokens = files.reduce((sum, { text }) => sum + countTokens(text), 0);
  const artifact = readArtifact(files, new HeadingReader(request.headings));
  const { parts, figures, surplus } = draftSummary(request.type, artifact, request.tree ?? []);
  const { agent, type, scope, timestamp, toAgents = [] } = request;
  const artifactsDirectory = request.artifactsDirectory ?? artifactDirectory({ agent, timestamp, scope });
  const detailFiles = nameDetailFiles(files);
  return {
    frame: { agent, type, scope, timestamp, artifactsDirectory, toAgents, detailFiles, figures },
    parts: [...parts, ...draftReading(artifact, files)],
    surplus,
    target: compactionTarget(type, sourceTokens),
    sourceTokens,
    unread: artifact.unread,
  };
}

/** Validates a shortened manifest and records the sources of its texts. */
function finish({ frame, target, sourceTokens, unread }: ManifestDraft, fitted: Fitted): Compaction {
  const { tokens, parts, dropped } = fitted;
  const parsed = HandoffManifest.safeParse(fitted.manifest);
  const findings = [...validateManifest(fitted.manifest), ...unread.map(describeUnread)];
  const sources: ManifestSources = {
    artifact_type: frame.type,
    source_tokens: sourceTokens,
    manifest_tokens: tokens,
    ratio: sourceTokens / tokens,
    expected_ratio: target.expectedRatio,
    items: listSources(parts),
    dropped: [...dropped],
    dropped_by_part: countDropped(dropped),
  };
  const fits = tokens <= DEFAULT_BUDGET_LIMITS.manifestTokens;
  const manifest = parsed.success && fits ? parsed.data : null;
  return { manifest, sources, findings: sortFindings(findings) };
}

function describeUnread({ file, startLine, endLine }: Excerpt): Finding {
  const where = file.path === null ? "" : `${file.path}, `;
  return {
    code: "text_not_read",
    severity: "warning",
    path: "",
    message: `${where}lines ${startLine} to ${endLine} were not read: they contain too much Markdown syntax, or the artifact is too long`,
    hint: "If people should read this text, divide it with blank lines or compact its parts separately.",
  };
}
