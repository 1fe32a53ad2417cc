import { readOrchestratorHandoff } from "@baton/core/session";
import type { RecordDocumentFormat } from "./source-format";

/** `.orchestrator-handoff.json`: an agent's result for its orchestrator. */
export const orchestratorHandoff: RecordDocumentFormat = {
  kind: "record-document",
  name: "orchestrator-handoff",
  about: { files: ".orchestrator-handoff.json", version: "no versions" },
  ownsPath: (path) => path.endsWith("/.orchestrator-handoff.json"),
  readLine: readOrchestratorHandoff,
  // Its folder is the task folder.
  sessionOf: (path) => path.split("/").at(-2) ?? null,
};
