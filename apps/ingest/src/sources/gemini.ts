import { readGeminiLine } from "@baton/core/session";
import { z } from "zod";
import { containsJsonLines, type LineFormat, type RecordDocumentFormat, stemOf } from "./source-format";

const CHATS = /\/\.gemini\/tmp\/[^/]+\/chats\//;

const Metadata = z.object({ sessionId: z.string(), projectHash: z.string() });

/** Sessions of Gemini CLI, `~/.gemini/tmp/{project}/chats/**`, and of forks with the same format. */
export const gemini: LineFormat = {
  kind: "lines",
  name: "gemini",
  about: { files: "~/.gemini/tmp/*/chats/**/*.jsonl", version: "0.56" },
  ownsPath: (path) => CHATS.test(path) && containsJsonLines(path),
  ownsLine: (line) => Metadata.safeParse(line).success,
  readLine: readGeminiLine,
  hasLongContent: true,
  // The first line names the session.
  sessionOf: stemOf,
};

/** A whole session in one file, as versions before 0.37 wrote it. */
export const geminiDocument: RecordDocumentFormat = {
  ...gemini,
  kind: "record-document",
  name: "gemini-json",
  about: { files: "~/.gemini/tmp/*/chats/session-*.json", version: "0.56" },
  ownsPath: (path) => CHATS.test(path) && /\/session-[^/]+\.json$/.test(path),
  ownsLine: () => false,
  ownsDocument: (document) => Metadata.extend({ messages: z.array(z.unknown()) }).safeParse(document).success,
};
