import { readOrchestratorHandoff } from "@baton/core/session";
import type { RecordDocumentFormat } from "./source-format";

/** `.orchestrator-handoff.json`: what an agent leaves for the orchestrator of its task. */
export const orchestratorHandoff: RecordDocumentFormat = {
  kind: "record-document",
  name: "orchestrator-handoff",
  about: { files: ".orchestrator-handoff.json", version: "no versions" },
  ownsPath: (path) => path.endsWith("/.orchestrator-handoff.json"),
  readLine: readOrchestratorHandoff,
  // It lies in the folder of the task.
  sessionOf: (path) => path.split("/").at(-2) ?? null,
};
