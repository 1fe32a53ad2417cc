import { isOpencodeExport, readOpencode } from "@baton/core/session";
import type { RecordDocumentFormat } from "./source-format";

/** Output of `opencode export`: a session with its messages. */
export const opencode: RecordDocumentFormat = {
  kind: "record-document",
  name: "opencode",
  about: { files: "JSON: output of opencode export", version: "1.18.33" },
  ownsPath: () => false,
  ownsDocument: isOpencodeExport,
  readLine: readOpencode,
  // Each record names its session.
  sessionOf: () => null,
};

const STORAGE = /\/opencode\/storage\/(?:session|message|part)\/[^/]+\/[^/]+\.json$/;

/** The storage of OpenCode before 1.2: a file for each session, message and part of a message. */
export const opencodeStorage: RecordDocumentFormat = {
  ...opencode,
  name: "opencode-storage",
  about: { files: "~/.local/share/opencode/storage/{session,message,part}/*/*.json", version: "1.1" },
  ownsPath: (path) => STORAGE.test(path),
  ownsDocument: () => false,
};
