import { isLangfuseExport, readLangfuseExport } from "@baton/core/session";
import { type LineFormat, type RecordDocumentFormat, stemOf } from "./source-format";

/** Langfuse exports as JSON lines, one observation per line. */
export const langfuse: LineFormat = {
  kind: "lines",
  name: "langfuse",
  about: { files: "JSON lines: observations of Langfuse", version: "November 2026" },
  ownsPath: () => false,
  ownsLine: isLangfuseExport,
  readLine: readLangfuseExport,
  sessionOf: stemOf,
};

/** A file with one list of observations, or with one trace and its observations. */
export const langfuseDocument: RecordDocumentFormat = {
  ...langfuse,
  kind: "record-document",
  name: "langfuse-json",
  about: {
    files: "JSON: observations of Langfuse, or a trace with its observations",
    version: "November 2026",
  },
  ownsLine: () => false,
  ownsDocument: isLangfuseExport,
};
