import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ARTIFACT_TYPES, type Compaction, compactArtifact } from "@baton/core/manifest";
import { z } from "zod";
import type { Checks } from "./checks";

/** Lines of a file, each piece a first and a last line from 1: "12", "20-23|40" for either of two places. */
const Lines = z.string().regex(/^\d+(?:-\d+)?(?:\|\d+(?:-\d+)?)*$/);

/** Lines of a document that a successor needs. A person labels them before the code reads the document. */
const LabelledDocument = z.strictObject({
  file: z.string(),
  sha256: z.string(),
  type: z.enum(ARTIFACT_TYPES),
  /** The later documents were new to the rules when they were first measured. */
  part: z.enum(["first", "later"]),
  /** Lines of a decision, and after "because" those of its reason. */
  decisions: z.array(z.string()),
  constraints: z.array(Lines),
  nextSteps: z.array(Lines),
  numbers: z.array(Lines),
});
type LabelledDocument = z.infer<typeof LabelledDocument>;

const CLASSES = ["decisions", "constraints", "nextSteps", "numbers"] as const;
type Class = (typeof CLASSES)[number];
type ItemSource = Compaction["sources"]["items"][number];

/** Parts of a manifest that tell the next agent of a class. */
const PLACES: Readonly<Record<Class, RegExp>> = {
  decisions: /^\/key_decisions\/\d+\/decision$/,
  constraints: /^\/summary\/(?:constraints|critical_context|avoid|next_actions)\b/,
  nextSteps: /^\/summary\/next_actions\b/,
  numbers: /^/,
};

/** A manifest has room for this many, so more labels of a document do not count. */
function roomFor(name: Class, type: LabelledDocument["type"]): number {
  if (name === "decisions") return type === "implementation" ? 3 : 5;
  return name === "constraints" && type === "research" ? 5 : Number.POSITIVE_INFINITY;
}

/** Kept labels of all labels that have room. */
const GOLDEN: Readonly<Record<LabelledDocument["part"], Readonly<Record<Class, string>>>> = {
  first: {
    decisions: "50 of 53",
    constraints: "103 of 114",
    nextSteps: "98 of 101",
    numbers: "47 of 53",
  },
  later: { decisions: "4 of 6", constraints: "20 of 22", nextSteps: "30 of 37", numbers: "17 of 17" },
};

/** Compares the manifests of real documents with labels by line: `labels/extraction.json`. */
export function checkExtraction(checks: Checks, inputs: string): void {
  console.log("\nExtraction from real documents");
  const labels = z
    .array(LabelledDocument)
    .parse(JSON.parse(readFileSync(new URL("labels/extraction.json", import.meta.url), "utf8")));
  const documents = labels.flatMap((document) => {
    const path = join(inputs, document.file.startsWith("seeds/") ? ".." : "", document.file);
    const text = existsSync(path) ? readFileSync(path, "utf8") : null;
    if (text !== null && createHash("sha256").update(text).digest("hex") === document.sha256)
      return [{ document, compaction: compact(document, text) }];
    checks.skip(document.file, "it is not there, or was changed");
    return [];
  });
  if (documents.length < labels.length) return;
  for (const [part, golden] of Object.entries(GOLDEN)) {
    const ofPart = documents.filter(({ document }) => document.part === part);
    for (const name of CLASSES) {
      const counted = ofPart.map((entry) => countKept(entry, name));
      const kept = counted.reduce((sum, { kept }) => sum + kept, 0);
      const total = counted.reduce((sum, { total }) => sum + total, 0);
      for (const { lost } of counted) for (const line of lost) console.log(`        lost: ${name} ${line}`);
      checks.equal(`${part}: ${name} kept`, `${kept} of ${total}`, golden[name]);
    }
  }
}

function compact({ file, type }: LabelledDocument, text: string): Compaction {
  return compactArtifact({
    agent: "real-agent",
    type,
    files: [{ path: basename(file), text }],
    scope: basename(file).slice(0, 100),
    timestamp: "2026-01-31T10:30:00Z",
    artifactsDirectory: "artifacts/real-agent/run/",
  });
}

function countKept(
  { document, compaction }: { document: LabelledDocument; compaction: Compaction },
  name: Class,
): { kept: number; total: number; lost: string[] } {
  const lost = document[name].filter((label) => !isKept(label, name, compaction.sources.items));
  const total = Math.min(document[name].length, roomFor(name, document.type));
  return {
    kept: document[name].length - lost.length,
    total,
    lost: lost.map((label) => `${basename(document.file)}:${label}`),
  };
}

/** Returns true if an item of the class is a quote of the lines; a decision only with its reason. */
function isKept(label: string, name: Class, items: readonly ItemSource[]): boolean {
  const [said = "", reason] = label.split(" because ");
  return items.some((item) => {
    if (!PLACES[name].test(item.path) || !standsIn(item, said)) return false;
    if (name === "numbers") return /\d/.test(item.text);
    const rationale = item.path.replace(/decision$/, "rationale");
    return reason === undefined || items.some((other) => other.path === rationale && standsIn(other, reason));
  });
}

function standsIn(item: ItemSource, lines: string): boolean {
  if (item.origin !== "source") return false;
  const { startLine, endLine } = item.source;
  return lines.split("|").some((piece) => {
    const [first = 0, last = first] = piece.split("-").map(Number);
    return startLine <= last && endLine >= first;
  });
}
