import { join } from "node:path";
import type { CompiledPolicy, ContextCompilerOptions } from "@baton/core";
import { SessionWriter } from "@baton/core/node";
import { v7 as uuidv7 } from "uuid";

/**
 * Opens the file of a session, and returns the options of a `ContextCompiler`.
 *
 * @param folder          folder that Baton follows; lines go to its `sessions/{sessionId}.jsonl`.
 * @param capturesContent true to store the content of handoffs, without blocked fields, next to that file.
 */
export function openSession({
  policy,
  folder,
  sessionId,
  capturesContent = false,
}: {
  policy: CompiledPolicy;
  folder: string;
  sessionId: string;
  capturesContent?: boolean;
}): ContextCompilerOptions {
  const path = join(folder, "sessions", `${sessionId}.jsonl`);
  const writer = new SessionWriter({ path, captureContent: capturesContent });
  return {
    policy,
    sessionId,
    capturesContent,
    write: (event, content) => writer.append(event, content),
    now: Date.now,
    newId: uuidv7,
    microseconds: () => Math.round(performance.now() * 1_000),
    log: console.error,
  };
}
