import {
  EMPTY_HANDOFF_DOCUMENT,
  type HandoffDocument,
  markPartialProgress,
  type Progress,
  renderHandoffDocument,
  reviseProgress,
} from "@baton/core";
import type { SampleFile } from "../sample-file";
import { handoffPathOf } from "./phase-session";

/** When a phase was handed over, and the commit that the project stood at. */
export interface PhaseEnd {
  at: number;
  commit: string;
}

type Said = Pick<
  HandoffDocument,
  "nextAction" | "currentState" | "decisions" | "failedApproaches" | "criticalContext" | "references"
>;

const PLAN = "specs/007_claims_search/plan.md";

const SAID: readonly Said[] = [
  {
    nextAction: "Show the hits of `search` in `src/api/search-route.ts` as a list.",
    currentState:
      "- File: src/api/search-route.ts\n- Location: line 6, the route answers with claim numbers only",
    decisions: [
      { decision: "The index is kept in memory", rationale: "40,000 claims fit into 60 MB" },
      { decision: "Pages count from 1", rationale: "links of the old portal do" },
    ],
    failedApproaches: [
      { approach: "Searching the table with LIKE", reason: "it took 4 seconds on a copy of production" },
    ],
    criticalContext: ["Policy numbers hold dashes and are one word", "`find` is case-sensitive: fold before"],
    references: [`Plan: ${PLAN}`, "Index: src/search/claim-index.ts"],
  },
  {
    nextAction: "Refuse the 31st search of a minute in `src/api/search-route.ts`.",
    currentState: "- File: src/web/page-links.ts\n- Location: line 2, links to pages work",
    decisions: [
      {
        decision: "The route gives one hit more than a page holds",
        rationale: "so that nobody counts all hits",
      },
    ],
    failedApproaches: [
      { approach: "Counting all hits for the links", reason: "common words made it slower than the search" },
    ],
    criticalContext: ["The page stands in the address, so that links can be shared"],
    references: [`Plan: ${PLAN}`, "List: src/web/hit-list.ts"],
  },
  {
    nextAction: "Announce the number of hits in a live region of `src/web/hit-list.ts`.",
    currentState: "- File: src/api/search-limit.ts\n- Location: line 2, the limit holds for both servers",
    decisions: [
      { decision: "Searches are counted in the database", rationale: "two servers share the limit" },
      { decision: "The limit is per account", rationale: "whole offices share an address" },
    ],
    failedApproaches: [{ approach: "Counting in memory", reason: "60 searches a minute got through" }],
    criticalContext: ["Status 429 has a `Retry-After` of the rest of the minute"],
    references: [`Plan: ${PLAN}`, "Limit: src/api/search-limit.ts"],
  },
];

const OBJECTIVES = [
  "An index over claims",
  "The list of hits",
  "Limits and access",
  "Announced to screen readers",
];

/**
 * The handoff documents of the phases, each after the one before it, with their
 * progress; and one that was left unfinished.
 */
export function writeHandoffs(ends: readonly PhaseEnd[]): SampleFile[] {
  const files: SampleFile[] = [
    {
      path: PLAN,
      content: `# Search in the portal\n\n${OBJECTIVES.map((objective) => `- ${objective}\n`).join("")}`,
    },
  ];
  let progress: Progress | null = null;
  for (const [index, said] of SAID.entries()) {
    const end = ends[index];
    if (!end) continue;
    const phase = index + 1;
    files.push({ path: handoffPathOf(phase), content: renderHandoff(phase, end, said) });
    progress = advance(progress ?? begin(ends[0] ?? end), phase, end);
    files.push({
      path: `specs/007_claims_search/progress/phase-${phase}-progress.json`,
      content: `${JSON.stringify({ ...progress, phase }, null, 2)}\n`,
    });
  }
  const last = ends.at(-1);
  return last ? [...files, ...writeRest(last)] : files;
}

function renderHandoff(phase: number, { at, commit }: PhaseEnd, said: Said): string {
  const predecessor = phase > 1 ? { predecessor: `phase-${phase - 1}-handoff.md` } : {};
  return renderHandoffDocument({
    ...EMPTY_HANDOFF_DOCUMENT,
    frontMatter: {
      task: "007",
      phase: String(phase),
      created_at: new Date(at).toISOString(),
      commit,
      branch: "main",
      ...predecessor,
    },
    title: `Search in the portal: phase ${phase}`,
    ...said,
  });
}

function begin({ at }: PhaseEnd): Progress {
  return {
    phase: 1,
    phase_name: "Search in the portal",
    started_at: new Date(at).toISOString(),
    objectives: OBJECTIVES.map((description, index) => ({
      id: index + 1,
      description,
      status: "not_started",
    })),
    approaches_tried: [],
    handoff_count: 0,
  };
}

function advance(progress: Progress, phase: number, { at }: PhaseEnd): Progress {
  const [failed] = SAID[phase - 1]?.failedApproaches ?? [];
  const now = new Date(at).toISOString();
  const done = reviseProgress(
    progress,
    {
      objective: String(phase),
      status: "done",
      countsHandoff: true,
      ...(failed ? { approach: { approach: failed.approach, result: failed.reason ?? "" } } : {}),
    },
    now,
  );
  const next = String(phase + 1);
  return reviseProgress(done, { objective: next, status: "in_progress", currentObjective: next }, now);
}

/**
 * The result of the last phase with its mark, the list of features, and a
 * document of another task that says too little.
 */
function writeRest({ at }: PhaseEnd): SampleFile[] {
  const markedAt = new Date(at).toISOString();
  const mark = { handoffPath: handoffPathOf(3), markedAt, details: "3 of 4 objectives are done" };
  const features = OBJECTIVES.map((description, index) => ({ description, passes: index < 3 }));
  return [
    {
      path: "specs/007_claims_search/phases/phase-3-results.md",
      content: markPartialProgress("# Phase 3\n\nSearches are limited to 30 a minute.\n", mark),
    },
    { path: "specs/007_claims_search/feature_list.json", content: `${JSON.stringify(features, null, 2)}\n` },
    {
      path: "specs/008_claims_export/handoffs/phase-1-handoff.md",
      content: renderHandoffDocument({
        ...EMPTY_HANDOFF_DOCUMENT,
        frontMatter: { task: "008", phase: "1", created_at: markedAt },
        title: "Export of claims: phase 1",
        nextAction: "Write the export, then test it, then ask the auditors.",
        currentState: "Nearly done.",
        references: ["Draft: src/api/export-route.ts"],
      }),
    },
  ];
}
