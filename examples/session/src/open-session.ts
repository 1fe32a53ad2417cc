import { join } from "node:path";
import type { CompiledPolicy, ContextCompilerOptions } from "@baton/core";
import { SessionWriter } from "@baton/core/node";
import { v7 as uuidv7 } from "uuid";

/**
 * Opens the file of a session, and gives what a `ContextCompiler` works with.
 *
 * @param folder          what Baton will follow: lines go to `sessions/{sessionId}.jsonl` in it.
 * @param capturesContent whether to keep what was handed over, without what is blocked, beside that file.
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
