import type { ArtifactType } from "../manifest";
import type { DraftPart, DraftPiece } from "./draft";
import type { ItemSource, SourceLines } from "./manifest-sources";
import type { Excerpt } from "./source-text";

/** The parts of a manifest besides its summary. */
export interface ManifestFrame {
  readonly agent: string;
  readonly toAgents: readonly string[];
  readonly type: ArtifactType;
  readonly timestamp: string;
  readonly scope: string;
  readonly artifactsDirectory: string;
  readonly detailFiles: readonly string[];
  /** Numbers of the summary. */
  readonly figures: Readonly<Record<string, unknown>>;
}

/** Parts that a manifest of their type keeps when empty, because readers expect them. */
const ALWAYS_PRESENT = new Set([
  "/summary/system_overview",
  "/summary/key_insights",
  "/summary/constraints",
  "/summary/risks",
  "/summary/strategy",
  "/summary/approach",
  "/summary/key_files",
]);

const SUMMARY = "/summary/";

/** Builds the manifest as a document, with its keys in reading order. */
export function buildManifest(frame: ManifestFrame, parts: readonly DraftPart[]): Record<string, unknown> {
  const summary: Record<string, unknown> = { ...frame.figures };
  const lists = new Map<string, unknown>();
  for (const part of parts) {
    if (!part.pointer.startsWith(SUMMARY)) lists.set(part.pointer, renderPart(part));
    else if (part.items.length > 0 || isExpected(part.pointer, frame.type)) {
      summary[part.pointer.slice(SUMMARY.length)] = renderPart(part);
    }
  }
  const list = (pointer: string) => lists.get(pointer) ?? [];
  return {
    from_agent: frame.agent,
    ...(frame.toAgents.length > 0 ? { to_agents: frame.toAgents } : {}),
    artifact_type: frame.type,
    timestamp: frame.timestamp,
    scope: frame.scope,
    summary,
    key_decisions: list("/key_decisions"),
    files_created: list("/files_created"),
    dependencies_satisfied: list("/dependencies_satisfied"),
    required_reading: list("/required_reading"),
    optional_context: list("/optional_context"),
    artifacts_directory: frame.artifactsDirectory,
    detail_files: frame.detailFiles,
  };
}

/** Plans need no constraints and risks; research does. */
function isExpected(pointer: string, type: ArtifactType): boolean {
  const isGift = type !== "research" && (pointer === "/summary/risks" || pointer === "/summary/constraints");
  return ALWAYS_PRESENT.has(pointer) && !isGift;
}

function renderPart({ isJoined, items }: DraftPart): unknown {
  const values = items.map(({ value }) => value);
  return isJoined ? joinPieces(values.map(String)) : values;
}

/** Joins sentences with a space, or with a semicolon after one without a full stop. */
export function joinPieces(pieces: readonly string[]): string {
  return pieces.reduce(
    (text, piece) => (text === "" ? piece : `${text}${CLOSED.test(text) ? " " : "; "}${piece}`),
    "",
  );
}

const CLOSED = /[.!?…。！？;:]["'”’)*_`]*$/u;

/** Returns the source of each text of the parts. */
export function listSources(parts: readonly DraftPart[]): ItemSource[] {
  return parts.flatMap((part) =>
    part.items.flatMap((item, index) => item.pieces.map((piece) => sourceOf(part, index, piece))),
  );
}

function sourceOf(part: DraftPart, index: number, piece: DraftPiece): ItemSource {
  const path = pointerOf(part, index, piece);
  const { text, excerpt } = piece;
  return excerpt
    ? { path, text, origin: "source", source: linesOf(excerpt) }
    : { path, text, origin: "file_tree" };
}

/** Returns the JSON Pointer of a text in the manifest. */
export function pointerOf({ pointer, isJoined }: DraftPart, index: number, { key }: DraftPiece): string {
  if (isJoined) return pointer;
  return key === "" ? `${pointer}/${index}` : `${pointer}/${index}/${key}`;
}

export function linesOf({ file, startLine, endLine }: Excerpt): SourceLines {
  return { file: file.path, startLine, endLine };
}
