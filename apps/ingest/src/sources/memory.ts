import { isMemoryPath, parseMemoryNotes, readMemoryLine } from "@baton/core/node";
import { sessionRecord } from "@baton/core/session";
import { containsJsonLines, type LineFormat, type RecordDocumentFormat } from "./source-format";

const EVENT_TYPE = "memory";
const ABOUT =
  "CLAUDE.md, AGENTS.md, memories.jsonl, and the folders memory, .claude/memory and .codex/memories";

/** `memories.jsonl`: what agents remember, one memory per line. */
export const memoryLines: LineFormat = {
  kind: "lines",
  name: "memory",
  about: { files: ABOUT, version: "no versions" },
  ownsPath: (path) => isMemoryPath(path) && containsJsonLines(path),
  readLine: (json) => {
    const memory = readMemoryLine(json);
    if (!memory) return { ok: false, problem: { code: "not_an_event", message: "it is not a JSON object" } };
    return { ok: true, records: [sessionRecord({ eventType: EVENT_TYPE, memory })] };
  },
  sessionOf: () => null,
};

/** Markdown with notes and instructions: each item and each paragraph is a memory. */
export const memoryNotes: RecordDocumentFormat = {
  kind: "record-document",
  name: "memory-notes",
  about: { files: ABOUT, version: "no versions" },
  ownsPath: (path) => isMemoryPath(path) && path.endsWith(".md"),
  toJson: (text) => ({ ok: true, json: JSON.stringify({ notes: text }) }),
  readLine: (json) => {
    const notes = typeof json === "object" && json !== null && "notes" in json ? json.notes : null;
    if (typeof notes !== "string") {
      return { ok: false, problem: { code: "not_an_event", message: "it has no text" } };
    }
    const [first, ...others] = parseMemoryNotes("", notes).map(({ source: _, ...memory }) =>
      sessionRecord({ eventType: EVENT_TYPE, memory }),
    );
    // A file without notes no longer has those of its earlier versions.
    return { ok: true, records: [first ?? sessionRecord({ eventType: EVENT_TYPE }), ...others] };
  },
  sessionOf: () => null,
};
