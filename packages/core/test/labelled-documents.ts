import { readFileSync } from "node:fs";
import type { ArtifactType } from "../src/manifest/manifest";

/** The facts of a document that a person would keep, by class. Each text is part of one that the manifest has. */
export interface LabelledDocument {
  readonly file: string;
  readonly text: string;
  readonly type: ArtifactType;
  /** Words of the decision, and of its reason. */
  readonly decisions: readonly (readonly [decision: string, reason: string])[];
  readonly constraints: readonly string[];
  readonly nextSteps: readonly string[];
  readonly numbers: readonly string[];
  /** Words that no summary should have. */
  readonly meaningless: readonly string[];
}

const FOLDER = new URL("../test-documents/extraction/", import.meta.url);

function read(labels: Omit<LabelledDocument, "text">): LabelledDocument {
  return { ...labels, text: readFileSync(new URL(labels.file, FOLDER), "utf8") };
}

/** Documents in the shapes that agents write, with labels by hand. */
export const LABELLED_DOCUMENTS: readonly LabelledDocument[] = [
  {
    file: "parcel-tracking-research.md",
    type: "research" as const,
    decisions: [
      ["Poll the carrier from one worker", "exceed its limit together"],
      ["Store scans with the offset", "cannot be compared"],
      ["Join scans by order and weight", "suffix of the tracking number"],
    ] as const,
    constraints: ["at most 40 requests", "must not leave the region", "kept for 90 days", "before June"],
    nextSteps: ["offset of each scanner", "delay between scan and batch", "mapping of the 38"],
    numbers: ["4,200", "71 %", "12 %", "850 ms", "38"],
    meaningless: ["649", "Searched", "Here's", "LOW"],
  },
  {
    file: "parcel-tracking-plan.md",
    type: "plan" as const,
    decisions: [
      ["append-only table", "must not erase"],
      ["Poll every 90 seconds", "cover 60 open batches"],
      ["old page behind a switch", "until May"],
      ["server-sent events", "only receives"],
      ["Map codes in a file", "every month"],
    ] as const,
    constraints: ["within 300 ms", "No address may appear", "while depots are open"],
    nextSteps: ["Create the scan table", "recorded carrier", "for one depot"],
    numbers: ["90 seconds", "60 open", "300 ms", "40 requests"],
    meaningless: ["Let me know", "commit and push"],
  },
  {
    file: "parcel-tracking-report.md",
    type: "implementation" as const,
    decisions: [
      ["Retry three times", "drops 2 %"],
      ["in one transaction", "half of one"],
      ["Replaced the queue library with a table", "lost jobs"],
    ] as const,
    constraints: [],
    nextSteps: ["Lower the 95th percentile", "Take a lock"],
    numbers: ["118", "310 ms", "87 %", "2 %"],
    meaningless: ["Great", "New Services", "Backend Files", "6/10", "was completed", "No action needed"],
  },
  {
    file: "ledger-export-notes.md",
    type: "plan" as const,
    decisions: [
      ["row by row", "9 GB"],
      ["old writer is rejected", "two decimals"],
      ["date of booking", "auditors"],
      ["integers in cents", "no sum drifts"],
    ] as const,
    constraints: ["must be encrypted", "names of employees", "At most one export", "within 20 minutes"],
    nextSteps: ["row writer", "manual step"],
    numbers: ["9 GB", "20 minutes", "1,000,000"],
    meaningless: ["nearly there", "Let me look"],
  },
  {
    file: "session-limits-handoff.md",
    type: "handoff" as const,
    decisions: [
      ["Limit by account", "families share"],
      ["kept for 14 days", "complaints"],
      ["Count in the database", "same number"],
    ] as const,
    constraints: ["at most 5 sessions", "never be limited", "250 ms"],
    nextSteps: ["ignore sessions that ended"],
    numbers: ["14 days", "250 ms", "900 ms", "3 of 17", "30 minutes"],
    meaningless: [],
  },
  {
    file: "search-index-research.yaml",
    type: "research" as const,
    decisions: [],
    constraints: ["at most 12 GB", "within 5 minutes"],
    nextSteps: ["change log of the article store", "Rename the two shards"],
    numbers: ["310,000", "400", "12 GB"],
    meaningless: [],
  },
  {
    file: "search-index-plan.yaml",
    type: "plan" as const,
    decisions: [
      ["one consumer", "which text wins"],
      ["only after a schema change", "40 minutes"],
    ] as const,
    constraints: ["resume at its last position"],
    nextSteps: ["stored position"],
    numbers: ["40 minutes"],
    meaningless: [],
  },
  {
    file: "search-index-implementation.yaml",
    type: "implementation" as const,
    decisions: [["Acknowledge a change after the write", "must repeat"]] as const,
    constraints: [],
    nextSteps: ["beside the job"],
    numbers: ["52", "7 days"],
    meaningless: [],
  },
].map(read);
