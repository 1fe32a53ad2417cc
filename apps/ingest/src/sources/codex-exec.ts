import { readCodexExecLine } from "@baton/core/session";
import { type LineFormat, stemOf } from "./source-format";

/** Output of `codex exec --json` in a file: turns and their usage. */
export const codexExec: LineFormat = {
  kind: "lines",
  name: "codex-exec",
  about: { files: "output of codex exec --json", version: "openai/codex 08a1f30c" },
  ownsPath: () => false,
  ownsLine: (line) => line.type === "thread.started" && typeof line.thread_id === "string",
  readLine: readCodexExecLine,
  hasLongContent: true,
  sessionOf: stemOf,
};
