import type { TaskHandoff, TaskStatus } from "@baton/core";

/** A task of the portal's team, as the lead would write it down, and what came of it. */
export interface PlannedTask {
  handoff: Pick<
    TaskHandoff,
    "taskId" | "toAgent" | "taskName" | "taskDescription" | "criticalNotes" | "tokenBudget"
  > &
    Partial<Pick<TaskHandoff, "interfaces" | "dependencies" | "testRequirements" | "priority" | "deadline">>;
  /** Null: there is no answer yet. */
  answer: {
    status: TaskStatus;
    /** What it took, as a share of what was expected. */
    used: number;
    interfaces?: Record<string, string>;
    errors?: string[];
    blockers?: string[];
  } | null;
  /** What it left in the project, and the line of the change log. */
  change?: { files: Record<string, string>; message: string };
}

/** Work between two handoffs from an agent to its successor. */
export interface Phase {
  title: string;
  daysAgo: number;
  tasks: PlannedTask[];
  /** Further commits of the same days, by others of the team. */
  others: string[];
}

const SEARCH = `interface ClaimHit {
  /** Policy number and serial number. */
  claimId: string;
  /** From 0 to 1. */
  score: number;
  highlights: string[];
}`;

const QUERY = `interface ClaimQuery {
  text: string;
  /** Counts from 1. */
  page: number;
  status?: "open" | "settled";
}`;

const indexSource = `import { tokenize } from "./tokenize";

/** Claims by the words that they hold. */
export class ClaimIndex {
  readonly #postings = new Map<string, Set<string>>();

  add(claimId: string, text: string): void {
    for (const word of tokenize(text)) {
      const claims = this.#postings.get(word) ?? new Set();
      this.#postings.set(word, claims.add(claimId));
    }
  }

  find(word: string): ReadonlySet<string> {
    return this.#postings.get(word) ?? new Set();
  }
}
`;

const routeSource = `import { ClaimIndex } from "../search/claim-index";

const PAGE_SIZE = 20;

/** Answers GET /claims/search. */
export function search(index: ClaimIndex, text: string, page: number): string[] {
  const hits = [...index.find(text.toLowerCase())].sort();
  return hits.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
}
`;

const listSource = `import { search } from "../api/search-route";

/** The hits as a list that says how many there are. */
export function renderHits(hits: string[]): string {
  return \`<p>\${hits.length} claims</p><ol>\${hits.map((hit) => \`<li>\${hit}</li>\`).join("")}</ol>\`;
}
`;

const task = (
  taskId: string,
  taskName: string,
  toAgent: string,
  fields: Partial<PlannedTask["handoff"]> = {},
): PlannedTask["handoff"] => ({
  taskId,
  taskName,
  toAgent,
  taskDescription: taskName,
  tokenBudget: 2_400,
  criticalNotes: [],
  ...fields,
});

export const PHASES: readonly [Phase, Phase, Phase] = [
  {
    title: "An index over claims",
    daysAgo: 8,
    tasks: [
      {
        handoff: task("portal-index", "Index claims by their words", "backend-developer", {
          taskDescription: "Build an index in memory from words to claims, filled from the claims table",
          interfaces: { ClaimHit: SEARCH },
          criticalNotes: ["Policy numbers hold dashes and are one word"],
          testRequirements: ["A policy number is found whole"],
          priority: "high",
        }),
        answer: { status: "success", used: 0.86, interfaces: { ClaimHit: SEARCH } },
        change: {
          files: { "src/search/claim-index.ts": indexSource },
          message: "Index claims by their words",
        },
      },
      {
        handoff: task("portal-route", "Answer searches", "backend-developer", {
          taskDescription: "Answer GET /claims/search from the index, 20 hits a page",
          interfaces: { ClaimQuery: QUERY },
          dependencies: ["src/search/*.ts"],
          criticalNotes: ["Do it properly"],
          tokenBudget: 4_500,
        }),
        answer: null,
      },
      {
        handoff: task("portal-route", "Answer searches", "backend-developer", {
          taskDescription: "Answer GET /claims/search from the index, 20 hits a page",
          interfaces: { ClaimQuery: QUERY },
          dependencies: ["src/search/claim-index.ts"],
          criticalNotes: ["Pages count from 1"],
          testRequirements: ["The last page may be short"],
        }),
        answer: { status: "success", used: 1.21, interfaces: { ClaimQuery: QUERY } },
        change: { files: { "src/api/search-route.ts": routeSource }, message: "Answer searches" },
      },
    ],
    others: ["Say in the log how long a search took"],
  },
  {
    title: "The list of hits",
    daysAgo: 6,
    tasks: [
      {
        handoff: task("portal-list", "Show the hits", "frontend-developer", {
          taskDescription: "Show hits as a list with their claim number, status and highlights",
          interfaces: {
            ClaimHit: SEARCH,
            Theme: `interface Theme { ${Array.from({ length: 150 }, (_, index) => `color${index}: string`).join("; ")} }`,
          },
          dependencies: ["src/api/search-route.ts"],
          criticalNotes: ["The list says how many hits there are"],
        }),
        answer: { status: "success", used: 1.04 },
        change: { files: { "src/web/hit-list.ts": listSource }, message: "Show the hits" },
      },
      {
        handoff: task("portal-pages", "Page through hits", "frontend-developer", {
          taskDescription: "Go to the next and the previous page by links that can be shared",
          dependencies: ["src/web/hit-list.ts"],
          criticalNotes: ["The page stands in the address"],
          priority: "medium",
        }),
        answer: {
          status: "blocked",
          used: 0.35,
          blockers: ["The route does not say how many hits there are in all"],
        },
      },
      {
        handoff: task("portal-pages", "Page through hits", "frontend-developer", {
          taskDescription: "Go to the next and the previous page by links that can be shared",
          dependencies: ["src/web/hit-list.ts", "src/api/search-route.ts"],
          criticalNotes: ["The route gives 21 hits where another page follows"],
          priority: "medium",
        }),
        answer: { status: "success", used: 0.92 },
        change: {
          files: {
            "src/web/page-links.ts":
              "/** The address of a page of hits. */\nexport const pageLink = (page: number) => new URLSearchParams({ page: String(page) });\n",
          },
          message: "Page through hits",
        },
      },
    ],
    others: [
      "Name the index's file after its class",
      "Search without accents",
      "A search for nothing finds nothing",
      "Log slow searches",
      "Sort hits by score",
    ],
  },
  {
    title: "Limits and access",
    daysAgo: 3,
    tasks: [
      {
        handoff: task("portal-limit", "Limit searches", "backend-developer", {
          taskDescription: "Refuse more than 30 searches a minute of one account with status 429",
          dependencies: ["src/api/search-route.ts"],
          criticalNotes: ["The limit is counted by account, never by address"],
          testRequirements: ["The 31st search of a minute is refused"],
          priority: "high",
        }),
        answer: { status: "error", used: 1.4, errors: ["Two servers count apart: 60 searches got through"] },
      },
      {
        handoff: task("portal-limit", "Limit searches", "backend-developer", {
          taskDescription: "Refuse more than 30 searches a minute of one account with status 429",
          dependencies: ["src/api/search-route.ts", "src/api/search-limit.ts"],
          criticalNotes: ["Count in the database: two servers share the limit"],
          testRequirements: ["The 31st search of a minute is refused"],
          priority: "high",
        }),
        answer: { status: "success", used: 0.97 },
        change: {
          files: {
            "src/api/search-limit.ts":
              "/** Searches of an account in a minute. */\nexport const SEARCHES_PER_MINUTE = 30;\n",
          },
          message: "Limit searches",
        },
      },
      {
        handoff: task("portal-screen-reader", "Say hits to screen readers", "frontend-developer", {
          taskDescription: "Announce how many hits there are when a search is done",
          dependencies: ["src/web/hit-list.ts"],
          criticalNotes: ["Use a live region, not a focus change"],
          priority: "low",
        }),
        answer: null,
      },
    ],
    others: ["Keep the search word in the address", "Test of policy numbers with dashes"],
  },
];
