import { readQwenLine, readQwenShape } from "@baton/core/session";
import { z } from "zod";
import { containsJsonLines, type LineFormat } from "./source-format";

const Spoken = z.object({ sessionId: z.string(), message: z.object({ parts: z.array(z.unknown()) }) });

/** Sessions of Qwen Code, `~/.qwen/**`: Claude Code's envelope around messages of Gemini's API. */
export const qwen: LineFormat = {
  kind: "lines",
  name: "qwen",
  about: { files: "~/.qwen/**/chats/*.jsonl", version: "QwenLM/qwen-code 015346f1" },
  ownsPath: (path) => path.includes("/.qwen/") && path.includes("/chats/") && containsJsonLines(path),
  ownsLine: (line) => Spoken.safeParse(line).success,
  readLine: (json, _session, memory) => readQwenLine(json, memory),
  readShape: readQwenShape,
  hasLongContent: true,
  // Each line names its session.
  sessionOf: () => null,
};
