import { agentsSdk } from "./agents-sdk";
import { claudeCode } from "./claude-code";
import { codex } from "./codex";
import { codexExec } from "./codex-exec";
import { handoffDocument } from "./handoff-document";
import { handoffLog } from "./handoff-log";
import { manifest } from "./manifest";
import { orchestratorHandoff } from "./orchestrator-handoff";
import { otlp } from "./otlp";
import { returnMetadata } from "./return-metadata";
import { session } from "./session";
import { holdsJsonLines, type SourceFormat } from "./source-format";
import { taskFile } from "./task-file";
import { whoAndWhen } from "./who-and-when";

/** All formats; the first that owns a file has it. */
const FORMATS: readonly SourceFormat[] = [
  manifest,
  handoffDocument,
  returnMetadata,
  orchestratorHandoff,
  handoffLog,
  taskFile,
  whoAndWhen,
  codex,
  codexExec,
  agentsSdk,
  otlp,
  claudeCode,
  session,
];

export type Verdict =
  | { format: SourceFormat }
  /** Never read: why, in words. */
  | { notRead: string }
  /** The first valid line decides. */
  | "needs first line";

/** Judges a file by its path. */
export function judgePath(path: string): Verdict {
  const format = FORMATS.find((each) => each.ownsPath(path));
  if (format) return { format };
  if (holdsJsonLines(path)) return "needs first line";
  return { notRead: "neither its name nor its place is that of a file that Baton reads" };
}

/** Judges a file of JSON lines by the first of them that is an object. */
export function judgeFirstLine(line: Record<string, unknown>): Exclude<Verdict, string> {
  const format = FORMATS.find((each) => each.ownsLine?.(line));
  if (format) return { format };
  return { notRead: "its first line is of no format that Baton reads" };
}

/** The format of that name, as it was judged before. */
export function formatNamed(name: string): SourceFormat | null {
  return FORMATS.find((format) => format.name === name) ?? null;
}
