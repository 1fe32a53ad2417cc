import type { ArtifactType } from "@baton/core/manifest";
import type { LineShape, SessionRecord } from "@baton/core/session";
import { JSON_LINES, withoutCompression } from "../compression";

/** Reason for rejecting a line or document: a stable code and a message. */
export interface Problem {
  code: string;
  message: string;
}

type ReadLine =
  | { ok: true; records: [SessionRecord, ...SessionRecord[]]; memory?: unknown }
  | { ok: false; problem: Problem };

interface Recognition {
  /** Name on pages and in the database. */
  name: string;
  /** The format's files, and the latest version of their writer that Baton was compared with. */
  about: { files: string; version: string };
  /** Returns true if the path alone identifies the format. */
  ownsPath(path: string): boolean;
  /** Returns true if one of a file's first lines identifies the format. */
  ownsLine?(line: Record<string, unknown>): boolean;
  /** Returns true if a JSON document of any name has the format. */
  ownsDocument?(document: unknown): boolean;
}

interface RecordReader {
  /**
   * Reads a line.
   * @param session session of records that name none.
   * @param memory state returned for the previous line, possibly converted through JSON; null at first.
   */
  readLine(json: unknown, session: string | null, memory: unknown): ReadLine;
  /** Returns the unrecognized parts of a line, if the format changes between tool versions. */
  readShape?(json: unknown): LineShape;
  /** True if lines can contain images and whole files, which are removed from lines that are too long. */
  hasLongContent?: true;
  /** Returns the session of records that name none; null if they belong to no session. */
  sessionOf(path: string): string | null;
}

/** A file of lines with one or more records each. */
export interface LineFormat extends Recognition, RecordReader {
  kind: "lines";
}

/** A one-document file with records: treated as one line that is read again after each change. */
export interface RecordDocumentFormat extends Recognition, RecordReader {
  kind: "record-document";
  /** Converts a non-JSON document to JSON, or returns the reason why it cannot. */
  toJson?(text: string, path: string): { ok: true; json: string } | { ok: false; problem: Problem };
}

export interface ManifestFacts {
  projectRoot: string;
  fromAgent: string | null;
  toAgents: string[];
  artifactType: ArtifactType | null;
  scope: string | null;
  /** Scope in the manifest's folder name. */
  scopeOfFolder: string | null;
  /** `cl100k_base` tokens of the compact JSON without `context_budget`. */
  manifestTokens: number;
  /** As written. */
  timestamp: string | null;
}

/** A file that is one document. Each change creates a new one. */
export interface DocumentFormat extends Recognition {
  kind: "document";
  readDocument(
    json: unknown,
    path: string,
  ): { ok: true; facts: ManifestFacts } | { ok: false; problem: Problem };
}

/** A handoff document or a progress file. */
export type HandoffDocumentKind = "handoff" | "objectives" | "features" | "phase_result";

/** A file for the next agent, Markdown or JSON depending on its kind. Each change creates a new one. */
export interface HandoffDocumentFormat extends Recognition {
  kind: "succession";
  /** Returns the kind of a file; null for other files. */
  kindOf(path: string): HandoffDocumentKind | null;
}

export type SourceFormat = LineFormat | RecordDocumentFormat | DocumentFormat | HandoffDocumentFormat;

/**
 * Returns true if the name is that of a JSON lines file, including rotated ones (`.jsonl.1`,
 * `.jsonl-20260102`, `.jsonl.2.gz`).
 */
export function containsJsonLines(path: string): boolean {
  return JSON_LINES.test(withoutCompression(path));
}

/**
 * Returns a file's name without its extensions: `s1` for `/logs/sessions/s1.jsonl.1` and for `/logs/s1.json`.
 */
export function stemOf(path: string): string {
  return (withoutCompression(path).split("/").at(-1) ?? "")
    .replace(JSON_LINES, "")
    .replace(/\.(?:json|ya?ml|md)$/i, "");
}
