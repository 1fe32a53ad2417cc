import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import {
  type ArtifactType,
  type Compaction,
  compactArtifact,
  joinPieces,
  standsInLines,
} from "@baton/core/manifest";
import type { Checks } from "./checks";

/** Real documents by the most similar type. */
const FOLDERS = ["benbrastmckie-cslib", "sddevelopment-quickstart"];
const TYPES = ["research", "plan", "implementation", "handoff"] as const;

/** Length of a joined document in characters: more than the tokens from which a ratio is required. */
const JOINED = { research: 90_000, plan: 50_000, implementation: 230_000 } as const;

interface RealDocument {
  readonly path: string;
  readonly text: string;
}

/**
 * Results of all documents as one type: texts, tokens of the manifests, and a hash of the places and lines of
 * all texts.
 */
interface Golden {
  readonly texts: number;
  readonly tokens: number;
  readonly places: string;
}

const DOCUMENTS = 53;
const GOLDEN: Readonly<Record<ArtifactType, Golden>> = {
  research: { texts: 1_507, tokens: 28_495, places: "0e74b59c23ea157b" },
  plan: { texts: 1_573, tokens: 28_572, places: "ec11720ddcd32b63" },
  implementation: { texts: 1_579, tokens: 29_431, places: "0126947b61f7891b" },
  handoff: { texts: 1_710, tokens: 30_071, places: "e069bfaf845c9d27" },
};

/** The lines of the texts from some documents, in the order of the manifest. */
const GOLDEN_LINES: readonly (readonly [ArtifactType, path: string, lines: string])[] = [
  [
    "research",
    "seeds/artifact-handoff-on-context-exhaustion.md",
    "10 10 20 154 103 188 35 31 32 33 247 248 341 342 343 43 332 367 368 369 370 371 156 182 208 212 154 154 135 184 1",
  ],
  [
    "plan",
    "seeds/oak-context-engineering-architecture.md",
    "10 10 1176 1176 157 205 249 94 247 1197 1205 1201 95 1163 1180 1883 1884 1885 1886 1887 1877 12 62 83 645 737 833 1171 1174 1175 1192 1209 206 1",
  ],
  [
    "implementation",
    "seeds/phase6-multi-agent-context-controls.md",
    "5 7 17 400 402 408 410 416 418 634 635 636 637 638 640 648 204 810 775 776 777 778 779 781 594 596 122 360 418 511 512 513 616 497 506 605 788 487 610 662 345 350 355 604 606 607 608 619 660 17",
  ],
  [
    "handoff",
    "benbrastmckie-cslib/specs/archive/006_port_frame_conditions_soundness_bimodal/handoffs/phase-3-handoff-20260608.md",
    "61 62 63 64 65 66 76 77 78 79 11 13 13 13 19 19 29 29 39 49-50 58 41 42 43 44 47 69",
  ],
  [
    "handoff",
    "benbrastmckie-cslib/specs/archive/010_port_separation_theorem_bimodal/handoffs/phase-8-handoff-20260609.md",
    "13 59 60 61 4 5 6 24 29 36 37 47 18 19 20 23 25 26 30 31 34 35 48 1",
  ],
];

/**
 * Compacts every real document as every type: each text of its manifest is verbatim at its lines. Then checks
 * the ratios, on real documents joined to the lengths from which they are required, and a megabyte of hostile
 * text.
 */
export function checkCompaction(checks: Checks, inputs: string): void {
  console.log("\nCompaction of real documents");
  const documents = [
    ...FOLDERS.flatMap((folder) => findDocuments(join(inputs, folder), inputs)),
    ...findDocuments(join(inputs, "..", "seeds"), join(inputs, "..")),
  ];
  if (documents.length === 0) {
    checks.skip("compaction", "there are no documents");
    return;
  }
  checks.equal("documents", documents.length, DOCUMENTS);
  for (const type of TYPES) {
    const compactions = documents.map((document) => ({ document, compaction: compact([document], type) }));
    for (const { document, compaction } of compactions) {
      const lines = GOLDEN_LINES.find(([ofType, path]) => ofType === type && path === document.path)?.[2];
      if (lines !== undefined)
        checks.equal(`${type} of ${document.path}, lines`, placesOf(compaction).join(" "), lines);
    }
    checks.equal(
      `${type}: texts that do not stand in their lines`,
      compactions.flatMap(({ document, compaction }) => strangers(compaction, [document])),
      [],
    );
    checks.equal(
      `${type}: manifests that could not be made, or are over 800 tokens without being asked for more`,
      compactions.filter(({ compaction }) => isOverTarget(compaction)).map(({ document }) => document.path),
      [],
    );
    checks.equal(
      `${type}: what comes of all`,
      summarize(compactions.map(({ compaction }) => compaction)),
      GOLDEN[type],
    );
  }
  checkRatios(checks, documents);
  checkHostileText(checks);
}

function checkRatios(checks: Checks, documents: readonly RealDocument[]): void {
  for (const [type, length] of Object.entries(JOINED) as [keyof typeof JOINED, number][]) {
    const joined = joinDocuments(documents, length);
    const compaction = compact([joined], type);
    const { ratio, expected_ratio, source_tokens, manifest_tokens } = compaction.sources;
    const sizes = `${source_tokens.toLocaleString("en")} tokens, joined from real documents, to ${manifest_tokens}`;
    checks.equal(
      `${type}: ${sizes} are ${ratio.toFixed(1)}×, at least ${expected_ratio}× are asked for`,
      expected_ratio !== null && ratio >= expected_ratio,
      true,
    );
    checks.equal(
      `${type}: joined, texts that do not stand in their lines`,
      strangers(compaction, [joined]),
      [],
    );
  }
}

const MEGABYTE = 1_000_000;
/** Time limit in seconds, which distinguishes hanging from slow: the worst takes 2 on two idle cores. */
const PATIENCE = 60;

/** Text that cannot be split, and the most expensive text that can. */
const HOSTILE_UNITS = ["[", "> a\n\n"];

function checkHostileText(checks: Checks): void {
  for (const unit of HOSTILE_UNITS) {
    const start = performance.now();
    compact([{ path: "hostile.md", text: unit.repeat(MEGABYTE / unit.length) }], "research");
    const seconds = (performance.now() - start) / 1_000;
    console.log(`        a megabyte of ${JSON.stringify(unit)}: ${seconds.toFixed(1)} s`);
    checks.equal(`a megabyte of ${JSON.stringify(unit)} ends`, seconds < PATIENCE, true);
  }
}

function findDocuments(folder: string, root: string): RealDocument[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => ({
      path: relative(root, join(folder, name)),
      text: readFileSync(join(folder, name), "utf8"),
    }));
}

function joinDocuments(documents: readonly RealDocument[], length: number): RealDocument {
  let text = "";
  for (const document of documents.filter(({ path }) => basename(path) !== "README.md")) {
    if (text.length < length) text += `${document.text}\n\n`;
  }
  return { path: "joined.md", text };
}

function compact(files: readonly RealDocument[], type: ArtifactType): Compaction {
  return compactArtifact({
    agent: "real-agent",
    type,
    files,
    scope: basename(files[0]?.path ?? "").slice(0, 100),
    timestamp: "2026-01-31T10:30:00Z",
    artifactsDirectory: "artifacts/real-agent/run/",
  });
}

/** Returns texts that are not in their stated lines, or differ from the manifest. */
function strangers({ manifest, sources }: Compaction, documents: readonly RealDocument[]): string[] {
  const reported = new Map<string, string[]>();
  const wrong: string[] = [];
  for (const item of sources.items) {
    reported.set(item.path, [...(reported.get(item.path) ?? []), item.text]);
    if (item.origin !== "source") continue;
    const { file, startLine, endLine } = item.source;
    const text = documents.find(({ path }) => path === file)?.text ?? "";
    if (!standsInLines(item.text, text, startLine, endLine)) wrong.push(`${file}:${startLine} ${item.path}`);
  }
  for (const [path, pieces] of reported) {
    if (valueAt(manifest, path) !== joinPieces(pieces)) wrong.push(path);
  }
  return wrong;
}

function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const key of pointer.split("/").slice(1)) {
    found = typeof found === "object" && found !== null ? Reflect.get(found, key) : undefined;
  }
  return found;
}

function isOverTarget({ manifest, sources }: Compaction): boolean {
  return manifest === null || (sources.expected_ratio === null && sources.manifest_tokens > 800);
}

function summarize(compactions: readonly Compaction[]): Golden {
  const places = createHash("sha256");
  for (const compaction of compactions) {
    const pointers = compaction.sources.items.map(({ path }) => path);
    places.update(JSON.stringify([pointers, placesOf(compaction)]));
  }
  return {
    texts: compactions.reduce((sum, { sources }) => sum + sources.items.length, 0),
    tokens: compactions.reduce((sum, { sources }) => sum + sources.manifest_tokens, 0),
    places: places.digest("hex").slice(0, 16),
  };
}

function placesOf({ sources }: Compaction): string[] {
  return sources.items.flatMap((item) => {
    if (item.origin !== "source") return [];
    const { startLine, endLine } = item.source;
    return startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
  });
}
