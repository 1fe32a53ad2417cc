import { readCopilotLine, readCopilotShape } from "@baton/core/session";
import { z } from "zod";
import { containsJsonLines, type LineFormat, stemOf } from "./source-format";

const HOME = "/.copilot/session-state/";

const Event = z.object({
  type: z.string().regex(/^(?:session|user|assistant|tool|subagent)\./),
  id: z.string(),
  parentId: z.string().nullable(),
  data: z.looseObject({}),
});

/** Sessions of GitHub Copilot CLI: `~/.copilot/session-state/{id}/events.jsonl`, in older versions `{id}.jsonl`. */
export const copilot: LineFormat = {
  kind: "lines",
  name: "copilot",
  about: { files: "~/.copilot/session-state/*/events.jsonl", version: "1.0.80" },
  ownsPath: (path) => path.includes(HOME) && containsJsonLines(path),
  ownsLine: (line) => Event.safeParse(line).success,
  readLine: readCopilotLine,
  readShape: readCopilotShape,
  hasLongContent: true,
  sessionOf: (path) => (stemOf(path) === "events" ? (path.split("/").at(-2) ?? null) : stemOf(path)),
};
