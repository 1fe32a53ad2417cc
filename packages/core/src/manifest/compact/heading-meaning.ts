/** Topics of a section. Summaries take nothing from `aside`. */
export const HEADING_MEANINGS = [
  "overview",
  "insights",
  "constraints",
  "risks",
  "strategy",
  "decisions",
  "rationale",
  "files_created",
  "files_changed",
  "files_deleted",
  "tests",
  "state",
  "next_action",
  "avoid",
  "dependencies",
  "provides",
  "required_reading",
  "aside",
] as const;
export type HeadingMeaning = (typeof HEADING_MEANINGS)[number];

/** Words that identify headings and labels, for each meaning, clearest first, in lower case. */
export type HeadingSynonyms = Readonly<Record<HeadingMeaning, readonly string[]>>;

export const HEADING_SYNONYMS: HeadingSynonyms = {
  overview:
    phrases(`executive summary, tl dr, tldr, abstract, system overview, summary, overview, in short, current state,
    current situation, introduction, purpose, context, background, description, problem, problem statement, motivation,
    objective, objectives, goal, goals, outcome, conclusion, impact, benefits`),
  insights:
    phrases(`key findings, key insights, critical findings, main findings, findings, insights, verdict, root cause,
    recommendation, final recommendation, key innovation, measured problems, conclusion, conclusions, key takeaways,
    takeaways, key outcomes, key achievements, lessons learned, lessons, key results, observations, results,
    problem analysis, patterns, patterns discovered, discoveries, analysis, root causes, strengths, recommendations,
    assessment, design principles, critical context, what we learned, key points, highlights, improvement opportunities`),
  constraints:
    phrases(`constraints, constraint, hard constraints, requirements, requirement, non functional requirements,
    invariants, limitations, limits, restrictions, assumptions, guardrails, must have, prerequisites, rules, must, must not, conventions, patterns established,
    acceptance criteria, success criteria, success definition, definition of done, done when, do, dos, always, guidelines, best practices,
    validation requirements, key properties, execution notes, implementation notes, important notes, notes, note, checklist, validation checklist, verification checklist,
    before marking complete, hard limits, execution model`),
  risks:
    phrases(`risks, risk, key risks, risk assessment, risk analysis, risks and mitigations, threats, concerns,
    technical debt, open issues, known issues, known limitations, blockers, blocker, gaps, issues, caveats, warnings,
    vulnerabilities, challenges, open questions, weaknesses, failure modes, pitfalls,
    what could improve, what could be improved, problems`),
  strategy:
    phrases(`strategy, implementation strategy, approach, proposed approach, recommended approach, solution,
    proposed solution, implementation plan, plan, design, proposal, execution model, migration path,
    integration strategy, orchestration approach, methodology, execution plan, roadmap`),
  decisions:
    phrases(`key decisions, key design decisions, decisions, decision, decisions made, key decisions made, design decisions,
    architecture decisions, architectural decisions, technical decisions, implementation decisions, technology choices,
    design choices, choices, decided, what we decided, resolutions, architectural decision records, adrs, recommendation, final recommendation, resolved`),
  rationale: phrases("rationale, why, reason, reasons, reasoning, justification, because, motivation"),
  files_created:
    phrases(`files created, new files, files created modified, created files, artifacts created, deliverables,
    artifacts, key artifacts, files, file, key files, outputs, created, implementation files, files to create, artefacts,
    deliverables summary, files added, added files`),
  files_changed:
    phrases(`files modified, modified files, files changed, changed files, updated files, modified,
    files to modify`),
  files_deleted: phrases(
    "files deleted, deleted files, files to delete, files removed, removed files, files to remove",
  ),
  tests: phrases(`test results, testing results, tests, testing, test coverage, verification, validation,
    validation results, quality gates, quality gates passed, quality metrics, quality assurance, unit tests,
    code quality, acceptance criteria, success criteria, validation rules`),
  state:
    phrases(`current state, status, what was done, what has been done, work completed, completed, progress,
    tasks completed, where things stand, state, current status, outcome, result, results, done`),
  next_action:
    phrases(`immediate next action, next phase, do next, next action, next actions, immediate next steps, next steps, next step,
    recommended next steps, action items, todo, todos, follow up, follow ups, remaining phases, remaining tasks,
    what is next, action required, execute next, recommended next, action, remaining work,
    outstanding, next, actions, open tasks, open items, pending, pending work, pending tasks, tasks to complete, targets,
    action plan, future work, future recommendations, recommended actions, immediate actions, open, still open, still to do, deferred, suggested resolutions, suggested next steps, tasks, objectives, backlog,
    immediate goals, short term goals, medium term goals, long term goals, next goals, planned deliverables, planned work,
    planned tasks`),
  avoid: phrases(`what not to try, what not to do, do not, dead ends, attempted approaches, failed approaches,
    approaches tried, what did not work, what didn't work, anti patterns, avoid, don't, don'ts,
    non goals, out of scope`),
  dependencies:
    phrases(`dependencies, dependencies satisfied, depends on, requires from research, requires, builds on,
    constraints addressed, requirements satisfied, plan requirements met`),
  provides: phrases("provides to implementation, provides to, provides"),
  required_reading: phrases("required reading, must read, read first, required files"),
  aside: phrases(`table of contents, contents, references, related documents, related work, links, changelog,
    revision history, sign off, approval, metadata, appendix, glossary, example, examples, session, acknowledgements,
    contact, document history, usage, usage instructions, transcript, date, report date, test date, author, owner, assignee,
    prepared by, created by, consumed by, priority, duration, effort, estimated time, estimated effort, estimated duration,
    session id, mitigation, mitigations, mitigation strategy, mitigation strategies, risks avoided, risks mitigated,
    resolved risks, resolved issues`),
};

function phrases(list: string): readonly string[] {
  return list.split(",").map((phrase) => phrase.replace(/\s+/g, " ").trim());
}

/** The meaning of a heading, and its certainty: 0 is the clearest synonym. */
export interface Recognition {
  readonly meaning: HeadingMeaning;
  readonly rank: number;
  /** True if it contains little else. */
  readonly isWhole: boolean;
}

/** Recognizes headings by a table of synonyms. */
export class HeadingReader {
  readonly #entries: ReadonlyMap<string, readonly Omit<Recognition, "isWhole">[]>;

  /** @param own custom synonyms, which are the clearest of their meaning. */
  constructor(own: Partial<HeadingSynonyms> = {}) {
    const entries = new Map<string, Omit<Recognition, "isWhole">[]>();
    for (const meaning of HEADING_MEANINGS) {
      for (const [rank, phrase] of [...(own[meaning] ?? []), ...HEADING_SYNONYMS[meaning]].entries()) {
        const key = keyOf(wordsOf(phrase));
        const known = entries.get(key) ?? [];
        if (known.every((entry) => entry.meaning !== meaning))
          entries.set(key, [...known, { meaning, rank }]);
      }
    }
    this.#entries = entries;
  }

  /**
   * Returns the meanings of a heading. Uses its longest synonyms, which must be at least a third of its
   * words. Ignores numbers, signs and brackets. "Current state" can be an overview and a state, so both are
   * returned.
   */
  read(heading: string): readonly Recognition[] {
    const words = wordsOf(heading.slice(0, MAX_LENGTH)).slice(0, MAX_WORDS);
    const isNext = NEXT.test(heading) || STEPS.test(heading);
    const isOver = /✅\W*$/.test(heading) || words.some((word) => OUTCOMES.has(word));
    for (
      let length = Math.min(words.length, MAX_PHRASE);
      length * 3 >= words.length && length > 0;
      length -= 1
    ) {
      for (let start = 0; start + length <= words.length; start += 1) {
        const phrase = keyOf(words.slice(start, start + length));
        const found = this.#entries.get(phrase);
        const isWhole = length * 5 >= words.length * 3;
        // "Next batch recommendations" are steps first.
        if (found && !isWhole && isNext) return [NEXT_ACTION];
        if (found && (words.length === length || !(ALONE.has(phrase) || ABSENCE.has(words[0] ?? ""))))
          return found
            .filter(({ meaning }) => !isOver || (meaning !== "constraints" && meaning !== "next_action"))
            .map((entry) => ({ ...entry, isWhole }));
      }
    }
    return isNext ? [NEXT_ACTION] : [];
  }
}

/** Synonyms that mean something else within a heading: "Next.js", "File-based storage". */
const ALONE = new Set(["next", "file", "artifact", "open", "do", "issue", "adr"]);

/** Less certain than all synonyms. */
const NEXT_ACTION: Recognition = { meaning: "next_action", rank: 100, isWhole: true };

/** "Next sprint: checkout" names work to come; "Next.js" does not. */
const NEXT =
  /^[^\p{L}]*next (?:phase|step|batch|iteration|sprint|milestone|cycle|release|session|week|planned|actions?|tasks?|work)\b/iu;

/** "Post-deployment steps", "Remaining steps". */
const STEPS =
  /\b(?:after|post|follow|remaining|final|rollout|deployment|migration|release|execution|implementation)\b[^.:]*\bsteps\W*$/i;

/** Words of finished work, which has no requirements and no steps left. */
const OUTCOMES = new Set([
  "archived",
  "completed",
  "completion",
  "achieved",
  "achievement",
  "achievements",
  "met",
  "status",
  "satisfied",
  "fulfilled",
]);

/** "No dependencies" says that something is missing. */
const ABSENCE = new Set(["no", "missing", "without"]);

/** Longer headings, in characters and words, are sentences: only their start counts. */
const MAX_LENGTH = 120;
const MAX_WORDS = 12;
const MAX_PHRASE = 5;

/** Makes one key of singular and plural. */
function keyOf(words: readonly string[]): string {
  return words.map((word) => word.replace(/(?<=\p{L}{2}[^s])s$/u, "")).join(" ");
}

function wordsOf(heading: string): string[] {
  const bare = heading.toLowerCase().replace(/\([^)]*\)/g, " ");
  const words = bare.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  return words.filter((word, index) => !FILLERS.has(word) || (words[index - 1] === "next" && index === 1));
}

const FILLERS = new Set([
  "a",
  "an",
  "the",
  "of",
  "and",
  "or",
  "for",
  "our",
  "my",
  "this",
  "these",
  "phase",
  "step",
  "section",
]);
