import { isLangsmithExport, readLangsmithExport } from "@baton/core/session";
import { type LineFormat, type RecordDocumentFormat, stemOf } from "./source-format";

/** LangSmith exports as JSON lines, one run per line. */
export const langsmith: LineFormat = {
  kind: "lines",
  name: "langsmith",
  about: { files: "JSON lines: runs of LangSmith", version: "November 2026" },
  ownsPath: () => false,
  ownsLine: isLangsmithExport,
  readLine: readLangsmithExport,
  sessionOf: stemOf,
};

/** A list of runs, or a run with its child runs, in its own file. */
export const langsmithDocument: RecordDocumentFormat = {
  ...langsmith,
  kind: "record-document",
  name: "langsmith-json",
  about: { files: "JSON: runs of LangSmith", version: "November 2026" },
  ownsLine: () => false,
  ownsDocument: isLangsmithExport,
};
