import type { HeadingMeaning } from "../manifest/compact/heading-meaning";
import { contentWords } from "../manifest/content-words";
import { sentenceStart } from "./sentence-start";

/** Needs of a phase from the previous one. */
export interface PhaseNeeds {
  /** Names of the phase, and of sections for it. */
  readonly name: RegExp | null;
  /** Sections that serve it, most needed first. */
  readonly meanings: readonly HeadingMeaning[];
  /** Cue words of sentences that serve it. */
  readonly cue: RegExp | null;
  /** Words of its own description. */
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
 * Returns the needs of a phase by its description: `implementation`, or `implementation: the callback route`.
 * The words before the colon, or any words, identify the phase; the others are its topic.
 */
export function readPhaseNeeds(nextPhase: string): PhaseNeeds {
  const description = sentenceStart(nextPhase);
  const [head = ""] = description.split(":");
  const known = findPhase(head) ?? findPhase(description);
  return {
    name: known?.name ?? null,
    meanings: known?.meanings ?? [],
    cue: known?.cue ?? null,
    words: contentWords(description.replace(known?.name ?? "", " ")),
  };
}

function findPhase(text: string): KnownPhase | undefined {
  return KNOWN_PHASES.find(({ name }) => name.test(text));
}
