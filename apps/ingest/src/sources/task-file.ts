import { readTaskFile, yamlToJson } from "@baton/core/session";
import { type RecordDocumentFormat, stemOf } from "./source-format";

/** `{time}-{agent}-{what}.yaml`: a task in a file queue. Its result may name the next agent. */
export const taskFile: RecordDocumentFormat = {
  kind: "record-document",
  name: "task-file",
  about: { files: "{time}-{agent}-{task}.yaml", version: "no versions" },
  ownsPath: (path) => /\/\d{4}-\d{2}-\d{2}T\d{4}-[^/]+\.ya?ml$/.test(path),
  toJson: yamlToJson,
  readLine: readTaskFile,
  sessionOf: stemOf,
};
