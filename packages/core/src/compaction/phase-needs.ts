import type { HeadingMeaning } from "../manifest/compact/heading-meaning";
import { contentWords } from "../manifest/content-words";

/** What a phase of work needs to know of the one before it. */
export interface PhaseNeeds {
  /** What it is called by, and sections that are for it. */
  readonly name: RegExp | null;
  /** Sections that serve it, the most needed first. */
  readonly meanings: readonly HeadingMeaning[];
  /** Words by which a sentence serves it. */
  readonly cue: RegExp | null;
  /** What its own description is about. */
  readonly words: ReadonlySet<string>;
}

type KnownPhase = Omit<PhaseNeeds, "words" | "name"> & { readonly name: RegExp };

const KNOWN_PHASES: readonly KnownPhase[] = [
  {
    name: /\b(?:test|testing|tests|qa|review|validat\w*|verif\w*|audit\w*)\b/i,
    meanings: ["tests", "risks", "files_changed", "constraints", "state"],
    cue: /\b(?:tests?|tested|covers?|coverage|fail\w*|edge|expired|invalid|empty|assert\w*|regression|twice|risk\w*)\b/i,
  },
  {
    name: /\b(?:implement\w*|build|building|cod(?:e|ing)|develop\w*|migrat\w*|refactor\w*)\b/i,
    meanings: [
      "decisions",
      "strategy",
      "constraints",
      "avoid",
      "files_created",
      "files_changed",
      "next_action",
    ],
    cue: /\b(?:use|write|add|interface|function|type|module|file|library|before|after|instead)\b|\.\w{1,4}`/i,
  },
  {
    name: /\b(?:plan|planning|design\w*|architect\w*|specif\w*)\b/i,
    meanings: ["insights", "constraints", "risks", "dependencies", "overview"],
    cue: /\b(?:must|cannot|limit\w*|depends?|risk\w*|because|only|requires?|today|currently)\b/i,
  },
  {
    name: /\b(?:document\w*|docs|write-up|release notes)\b/i,
    meanings: ["overview", "files_created", "state", "decisions"],
    cue: /\b(?:users?|customers?|endpoint\w*|options?|settings?|configur\w*|default\w*|answers?|returns?|public)\b/i,
  },
  {
    name: /\b(?:deploy\w*|releas\w*|rollout|roll-out|operat\w*|launch\w*)\b/i,
    meanings: ["dependencies", "risks", "state", "next_action", "constraints"],
    cue: /\b(?:deploy\w*|environment\w*|variables?|secrets?|rollback|migrations?|flags?|monitor\w*|downtime|production|staging)\b/i,
  },
  {
    name: /\b(?:research\w*|analy[sz]\w*|investigat\w*|explor\w*)\b/i,
    meanings: ["next_action", "risks", "constraints", "insights"],
    cue: /\b(?:open|unknown|unclear|question\w*|nobody|unresolved|why|whether)\b/i,
  },
];

/**
 * What a phase needs, by its description: `implementation`, or `implementation: the callback route`. The
 * phase is known by the words before the colon, else by any; what else it is about counts by its words.
 */
export function readPhaseNeeds(nextPhase: string): PhaseNeeds {
  const description = nextPhase.slice(0, MAX_LENGTH);
  const [head = ""] = description.split(":");
  const known = findPhase(head) ?? findPhase(description);
  return {
    name: known?.name ?? null,
    meanings: known?.meanings ?? [],
    cue: known?.cue ?? null,
    words: contentWords(description.replace(known?.name ?? "", " ")),
  };
}

const MAX_LENGTH = 1_000;

function findPhase(text: string): KnownPhase | undefined {
  return KNOWN_PHASES.find(({ name }) => name.test(text));
}
