import { crypto } from "./crypto";
import type { HookEvent } from "./hook-event";
import type { HookInput } from "./hook-input";
import { contextFor, type HookOutput } from "./hook-output";
import { sumUpLog } from "./logged-state";

/** Number of reads of one unchanged file after which the agent gets a note. */
const TOLD_READ = 3;

const CHANGING_TOOLS = new Set(["Edit", "MultiEdit", "Write", "NotebookEdit"]);

/** Returns what the log has of a file that a tool reads whole or changes: a hash of its path. */
export function describeFileUse({ tool_name: tool = "", tool_input: input = {} }: HookInput) {
  const { file_path: path, offset, limit } = input;
  if (typeof path !== "string") return {};
  const file = crypto().createHash("sha256").update(path).digest("hex").slice(0, 16);
  if (CHANGING_TOOLS.has(tool)) return { file, file_use: "change" as const };
  return tool === "Read" && offset === undefined && limit === undefined
    ? { file, file_use: "read" as const }
    : {};
}

/** Tells an agent about its third read of one file since the last compaction, if nothing changed the file. */
export function tellOfRepeatedRead({ input, log }: HookEvent): HookOutput | null {
  const { file, file_use } = describeFileUse(input);
  if (file_use !== "read") return null;
  const reads = sumUpLog(log.readLines()).readsOf(input.agent_id, file);
  if (reads !== TOLD_READ) return null;
  const text = `This is the third time that you read ${String(input.tool_input?.file_path)}, which no tool changed since the first. Note what you need of it, or read only a part with offset and limit.`;
  return contextFor(input.hook_event_name ?? "", text);
}
