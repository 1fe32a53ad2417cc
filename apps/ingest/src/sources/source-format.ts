import type { ArtifactType, SessionRecord } from "@baton/core";
import type { LineShape } from "@baton/core/session-readers";
import { JSON_LINES, withoutCompression } from "../compression";

/** Why a line or document is not taken in: a stable code, and the reason in words. */
export interface Problem {
  code: string;
  message: string;
}

export type ReadLine =
  | { ok: true; records: [SessionRecord, ...SessionRecord[]]; memory?: unknown }
  | { ok: false; problem: Problem };

interface Recognition {
  /** What the format is called on screen and in the database. */
  name: string;
  /** Whether the path alone settles that a file is of this format. */
  ownsPath(path: string): boolean;
  /** Whether a file with this line among its first is of this format. */
  ownsLine?(line: Record<string, unknown>): boolean;
}

interface RecordReader {
  /**
   * @param session that of records which name none.
   * @param memory what the line before gave back as its memory, as it was or through JSON; null at first.
   */
  readLine(json: unknown, session: string | null, memory: unknown): ReadLine;
  /**
   * What a line has that Baton does not know, where its tool may
   * change its lines from one version to the next.
   */
  readShape?(json: unknown): LineShape;
  /** Whether its lines may hold images and whole files, which are left out where a line is too long. */
  hasLongContent?: true;
  /** The session of records that name none; null where those belong to no session. */
  sessionOf(path: string): string | null;
}

/** A file of lines, each of which is one record or several. */
export interface LineFormat extends Recognition, RecordReader {
  kind: "lines";
}

/** A file that is one document and holds records: as if it were one line, read anew whenever it changes. */
export interface RecordDocumentFormat extends Recognition, RecordReader {
  kind: "record-document";
  /** Where the document is no JSON: its text as JSON, or why it cannot be read. */
  toJson?(text: string, path: string): { ok: true; json: string } | { ok: false; problem: Problem };
}

export interface ManifestFacts {
  projectRoot: string;
  fromAgent: string | null;
  toAgents: string[];
  artifactType: ArtifactType | null;
  scope: string | null;
  /** The scope as the manifest's folder has it. */
  scopeOfFolder: string | null;
  /** `cl100k_base` tokens of the compact JSON without `context_budget`. */
  manifestTokens: number;
  /** As written. */
  timestamp: string | null;
}

/** A file that is one document, and a new one whenever it changes. */
export interface DocumentFormat extends Recognition {
  kind: "document";
  readDocument(
    json: unknown,
    path: string,
  ): { ok: true; facts: ManifestFacts } | { ok: false; problem: Problem };
}

/**
 * What an agent leaves for its successor: a handoff document, or a file that says how far the work has come.
 */
export type SuccessionKind = "handoff" | "objectives" | "features" | "phase_result";

/**
 * A file that an agent leaves for its successor: a new one whenever it changes, Markdown or JSON by its kind.
 */
export interface SuccessionFormat extends Recognition {
  kind: "succession";
  /** Which of them a file is; null for none. */
  kindOf(path: string): SuccessionKind | null;
}

export type SourceFormat = LineFormat | RecordDocumentFormat | DocumentFormat | SuccessionFormat;

/**
 * Whether a file holds JSON lines, by its name; one that was rotated
 * (`.jsonl.1`, `.jsonl-20260102`, `.jsonl.2.gz`) does too.
 */
export function holdsJsonLines(path: string): boolean {
  return JSON_LINES.test(withoutCompression(path));
}

/**
 * A file's name without what follows its stem: `s1` for `/logs/sessions/s1.jsonl.1` and for `/logs/s1.json`.
 */
export function stemOf(path: string): string {
  return (withoutCompression(path).split("/").at(-1) ?? "")
    .replace(JSON_LINES, "")
    .replace(/\.(?:json|ya?ml|md)$/i, "");
}
