import { agentsSdk } from "./agents-sdk";
import { claudeCode } from "./claude-code";
import { claudeCodeAgent } from "./claude-code-agent";
import { codex } from "./codex";
import { codexExec } from "./codex-exec";
import { copilot } from "./copilot";
import { gemini, geminiDocument } from "./gemini";
import { handoffDocument } from "./handoff-document";
import { handoffLog } from "./handoff-log";
import { langfuse, langfuseDocument } from "./langfuse";
import { langsmith, langsmithDocument } from "./langsmith";
import { manifest } from "./manifest";
import { memoryLines, memoryNotes } from "./memory";
import { opencode, opencodeStorage } from "./opencode";
import { orchestratorHandoff } from "./orchestrator-handoff";
import { findOtherTool } from "./other-tools";
import { otlp, otlpDocument, otlpLogs } from "./otlp";
import { qwen } from "./qwen";
import { returnMetadata } from "./return-metadata";
import { session } from "./session";
import { containsJsonLines, type SourceFormat } from "./source-format";
import { taskFile } from "./task-file";
import { whoAndWhen } from "./who-and-when";

/** All formats by priority: the first that recognizes a file owns it. */
export const FORMATS: readonly SourceFormat[] = [
  manifest,
  handoffDocument,
  memoryLines,
  memoryNotes,
  returnMetadata,
  orchestratorHandoff,
  handoffLog,
  taskFile,
  claudeCodeAgent,
  whoAndWhen,
  codex,
  codexExec,
  copilot,
  opencode,
  opencodeStorage,
  qwen,
  gemini,
  geminiDocument,
  agentsSdk,
  otlp,
  otlpDocument,
  otlpLogs,
  langfuse,
  langfuseDocument,
  langsmith,
  langsmithDocument,
  claudeCode,
  session,
];

export type Verdict =
  | { format: SourceFormat }
  /** The file is never read; the reason. */
  | { notRead: string; tool?: string }
  /** The first lines decide. */
  | "needs first lines"
  /** A JSON file: its document decides, or its first lines if it has one document per line. */
  | "needs document";

/** Detects the format of a file by its path. */
export function recognizePath(path: string): Verdict {
  const format = FORMATS.find((each) => each.ownsPath(path));
  if (format) return { format };
  const other = findOtherTool(path);
  if (other) return other;
  if (containsJsonLines(path)) return "needs first lines";
  if (path.endsWith(".json")) return "needs document";
  return { notRead: "neither its name nor its path matches a format that Baton reads" };
}

/**
 * Detects the format of a JSON lines file by its first objects. The first one that a format recognizes
 * decides, because tools write new line types before known ones.
 */
export function recognizeFirstLines(lines: readonly Record<string, unknown>[]): Exclude<Verdict, string> {
  for (const line of lines) {
    const format = FORMATS.find((each) => each.ownsLine?.(line));
    if (format) return { format };
  }
  return { notRead: "its first lines match no format that Baton reads" };
}

/** Detects the format of a JSON file by its document. */
export function validateDocument(document: unknown): Exclude<Verdict, string> {
  const format = FORMATS.find((each) => each.ownsDocument?.(document));
  return format ? { format } : { notRead: "its document matches no format that Baton reads" };
}

/** Returns the format with this name. */
export function formatNamed(name: string): SourceFormat | null {
  return FORMATS.find((format) => format.name === name) ?? null;
}
