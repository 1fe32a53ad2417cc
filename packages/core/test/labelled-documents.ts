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
  {
    file: "coupon-service-requirements.md",
    type: "plan" as const,
    decisions: [],
    constraints: [
      "refuse it from then on",
      "within 200 ms",
      "NOT store the name",
      "explain why",
      "50,000 coupons",
      "members of the group",
      "loss of one zone",
      "nobody can change",
    ],
    nextSteps: ["checks of the German shop", "importer for open campaigns"],
    numbers: ["200 ms", "50,000"],
    meaningless: ["As a", "Team Checkout", "Draft", "Agent:", "Effort"],
  },
  {
    file: "image-resize-adr.md",
    type: "plan" as const,
    decisions: [["in the content network", "next to the customer"]] as const,
    constraints: ["must carry a signature", "Do not delete originals", "only when the browser"],
    nextSteps: ["price of signed addresses", "first 1,000 visits"],
    numbers: ["4.1 MB", "62 %", "5.8 s", "30 days"],
    meaningless: ["2026-03-02", "six sizes", "Alternative |"],
  },
  {
    file: "printer-driver-handoff.md",
    type: "handoff" as const,
    decisions: [
      ["retry loop to the queue", "block the print thread"],
      ["old status poll", "reports by itself"],
      ["to `PrintJob`", "clash with the scheduler"],
    ] as const,
    constraints: [
      "encode850",
      "only valid after the end",
      "Firmware below 4.2",
      "longer than 2 MB",
      "Open the port twice",
      "once in 500 ms",
    ],
    nextSteps: ["discovery by mDNS", "retry after a lost connection", "two printers", "Duplex printing"],
    numbers: ["2 MB", "500 ms"],
    meaningless: ["Pattern 1"],
  },
  {
    file: "queue-migration-report.md",
    type: "implementation" as const,
    decisions: [
      ["per customer only", "halves the throughput"],
      ["Retry five times", "98 %"],
      ["One database for all jobs", "daily report"],
    ] as const,
    constraints: ["writes its version", "read the version before", "Never delete a parked"],
    nextSteps: ["nightly export", "credentials of the old broker", "20 messages", "in the back office"],
    numbers: ["1,900", "$212", "148 of 148", "11/12"],
    meaningless: ["6 days"],
  },
  {
    file: "event-names-guide.md",
    type: "plan" as const,
    decisions: [],
    constraints: [
      "what happened",
      "Max 3 words",
      "Ids of customers",
      "Names or addresses",
      "support message",
      "Write a sentence",
      "Add a version",
      "below 8 kB",
      "Send one event for two",
      "Reuse the name",
      "at most 120 names",
    ],
    nextSteps: ["14 events of the basket", "with the report team"],
    numbers: ["Max 3", "8 kB", "120 names"],
    meaningless: ["DO:"],
  },
  {
    file: "login-outage-research.md",
    type: "research" as const,
    decisions: [["Clean up in each region", "second outage"]] as const,
    constraints: ["keeps the old ones", "at 70 %", "at most 5 times"],
    nextSteps: ["cap the retries", "Run the cleanup"],
    numbers: ["47 minutes", "81 %", "212 times", "70 %", "3 days"],
    meaningless: ["on-call team", "Owner:", "Effort: 1"],
  },
].map(read);
