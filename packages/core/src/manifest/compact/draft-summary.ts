import type { ArtifactType } from "../manifest";
import { type Artifact, eachPassage } from "./artifact";
import { type DraftItem, type DraftPart, joinedPart, listPart } from "./draft";
import { findDecisions } from "./find-decisions";
import { type FileFact, factItem, findNamedFiles, languagesOf, lineItem, pathItem } from "./find-files";
import { findLines, RankedSentences, withoutCode } from "./find-lines";
import { findOverview } from "./find-overview";
import { isConstraint, isInsight, isNextAction, isRisk } from "./fits-part";
import type { HeadingMeaning } from "./heading-meaning";
import { Selection } from "./selection";
import type { Excerpt } from "./source-text";

/** Parts of a type's summary: texts, and numbers, which shortening keeps. */
export interface SummaryDraft {
  readonly parts: readonly DraftPart[];
  readonly figures: Readonly<Record<string, unknown>>;
  /** Items that their part has no room for. */
  readonly surplus: readonly DraftPart[];
}

/** Reads the summary of a type from an artifact. `tree` is empty if the files were not checked. */
export function draftSummary(
  type: ArtifactType,
  artifact: Artifact,
  tree: readonly FileFact[],
): SummaryDraft {
  const reader = new Reader(artifact);
  const draft = DRAFTS[type](reader, tree);
  return { ...draft, surplus: reader.surplus() };
}

type Check = (line: Excerpt) => boolean;

/** Takes each line of an artifact at most once. */
class Reader {
  readonly artifact: Artifact;
  readonly ranked: RankedSentences;
  readonly selection = new Selection();
  readonly #offers: { readonly line: Excerpt; readonly part: DraftPart }[] = [];

  constructor(artifact: Artifact) {
    this.artifact = artifact;
    this.ranked = new RankedSentences(artifact);
  }

  overview(meanings: readonly HeadingMeaning[], limit: number): Excerpt[] {
    return this.selection.take(findOverview(this.artifact, meanings, limit, this.ranked), limit);
  }

  /** Lines of meanings that fit a part, which is named by its pointer. */
  lines(
    pointer: string,
    meanings: readonly HeadingMeaning[],
    limit: number,
    fits: Check = () => true,
  ): Excerpt[] {
    const lines = meanings.flatMap((meaning) => findLines(this.artifact, meaning)).filter(fits);
    return this.take(pointer, lines, limit);
  }

  /** Returns the lines, or if there are fewer than two, also the best sentences with a cue. */
  atLeastTwo(
    pointer: string,
    lines: readonly Excerpt[],
    limit: number,
    { cue, fits }: { cue: RegExp; fits: Check },
  ): Excerpt[] {
    if (lines.length >= 2) return [...lines];
    return [...lines, ...this.take(pointer, this.ranked.with(cue).filter(fits), limit - lines.length)];
  }

  /** Returns the highest ranked sentences with a cue. */
  sentences(cue: RegExp, limit: number, fits: Check): Excerpt[] {
    return this.selection.take(this.ranked.with(cue).filter(fits), limit);
  }

  /** Decisions in sections, labels and tables; without any, those in sentences unless `isStated`. */
  decisions(limit: number, options: { isStated?: boolean } = {}): DraftPart {
    const { items, offered } = findDecisions(this.artifact, limit, this.selection, this.ranked, options);
    const part = { pointer: "/key_decisions", isJoined: false };
    const parts = offered.map(({ decision, item }) => ({ line: decision, part: { ...part, items: [item] } }));
    this.#offers.push(...parts);
    return { ...part, items };
  }

  /** Returns what was offered to parts and is in none of them. */
  surplus(): DraftPart[] {
    const left = new Selection();
    return this.#offers
      .filter(({ line }) => !this.selection.has(line.text) && left.take([line], 1).length > 0)
      .slice(0, MAX_SURPLUS)
      .map(({ part }) => part);
  }

  /** Takes lines for a part, and notes those without room. */
  take(pointer: string, lines: readonly Excerpt[], limit: number): Excerpt[] {
    const offered = lines.slice(0, MAX_OFFERED).map((line) => ({ line, part: listPart(pointer, [line]) }));
    this.#offers.push(...offered);
    return this.selection.take(lines, limit);
  }
}

/** Items that a report names: more are a document of their own. */
const MAX_SURPLUS = 50;
const MAX_OFFERED = 100;

/** Words that make a sentence a constraint: the modal verbs of RFC 2119, and their everyday variants. */
const CONSTRAINT_CUE =
  /\b(?:must(?: not)?|shall|cannot|can't|can not|may not|never|at most|at least|no more than|limited to|not allowed|mandatory|ha(?:s|ve) to)\b/i;

/** Words that make a sentence a risk: a risk by name, or a possible problem. */
const RISK_CUE =
  /\b(?:risks?|risky|race condition|technical debt)\b|^(?=.*\b(?:if|unless|may|might|could|would|until)\b)(?=.*\b(?:fragile|break(?:s|ing)?|fails?|failures?|leaks?|vulnerab\w+|unsafe|insecure|regressions?|deadlock|block(?:ed|s)|overflow|corrupt\w*|degrad\w+|los(?:es?|t|ing))\b)/i;

/** Words that make a sentence a finding. */
const INSIGHT_CUE =
  /\b(?:found|shows?|showed|reveal(?:s|ed)|because|causes?|caused|means|root cause|turns out|in fact|key|critical|significant(?:ly)?|however|but|does not|no longer|instead|only|already|\d+(?:\.\d+)?\s?(?:%|x|ms|s\b|tokens))/i;

/** The result of a test or check: the subject, and a count, share or verdict. */
const TEST_CUE =
  /(?=.*\b(?:tests?|coverage|lint(?:ing|er)?|type.?check(?:ing|s)?|build|scan|suite|specs?|validation)\b)(?=.*(?:\d+\s*\/\s*\d+|\d\s?%|\b\d+\+? (?:\w+ ){0,2}(?:tests?|passed|passing|failed|failures)\b|\b(?:pass(?:ed|es|ing)?|fail(?:ed|s|ing|ures?)?|clean|success(?:ful|fully)?|no (?:\w+ )?(?:errors|warnings|issues)|green)|\b\d+(?:\.\d+)? ?ms\b\b))/i;

const DRAFTS: Readonly<
  Record<ArtifactType, (reader: Reader, tree: readonly FileFact[]) => Omit<SummaryDraft, "surplus">>
> = {
  research: (reader, tree) => {
    const overview = reader.overview(["overview", "insights", "state"], 3);
    const decisions = reader.decisions(5, { isStated: true });
    const constraints = reader.lines(CONSTRAINTS, ["constraints"], 5, isConstraint);
    const risks = reader.lines(RISKS, ["risks"], 3, isRisk);
    const insights = reader.lines(INSIGHTS, ["insights", "decisions", "state"], 5, isInsight);
    const binding = reader.atLeastTwo(CONSTRAINTS, constraints, 3, CONSTRAINT);
    const threatening = reader.atLeastTwo(RISKS, risks, 3, RISK);
    return {
      parts: [
        joinedPart("/summary/system_overview", overview),
        listPart(INSIGHTS, insights.length > 0 ? insights : reader.sentences(INSIGHT_CUE, 5, isInsight)),
        listPart(CONSTRAINTS, binding),
        listPart(RISKS, threatening),
        nextPart(reader, 3),
        decisions,
        createdPart(reader, tree),
      ],
      figures: {},
    };
  },
  plan: (reader, tree) => {
    const strategy = reader.overview(["strategy", "overview", "next_action"], 1);
    const approach = reader.overview(["strategy", "overview", "next_action"], 3).slice(0, 2);
    const decisions = reader.decisions(5);
    const constraints = reader.lines(CONSTRAINTS, ["constraints"], 5, isConstraint);
    return {
      parts: [
        joinedPart("/summary/strategy", strategy),
        joinedPart("/summary/approach", approach),
        decisions,
        listPart(CONSTRAINTS, reader.atLeastTwo(CONSTRAINTS, constraints, 5, CONSTRAINT)),
        listPart(RISKS, reader.lines(RISKS, ["risks"], 3, isRisk)),
        nextPart(reader, 3),
        filesPart(reader, "/summary/files_to_create", "files_created"),
        filesPart(reader, "/summary/files_to_modify", "files_changed"),
        filesPart(reader, "/summary/files_to_delete", "files_deleted"),
        listPart("/summary/provides", reader.lines("/summary/provides", ["provides"], 5)),
        // A plan has created none of the files that its text names.
        ...(tree.length > 0 ? [createdPart(reader, tree)] : []),
        ...dependencyParts(reader),
      ],
      figures: {},
    };
  },
  implementation: (reader, tree) => {
    const created = createdPart(reader, tree);
    const overview = reader.overview(["overview", "state"], 2);
    return {
      parts: [
        joinedPart("/summary/overview", overview),
        keyFilesPart(reader, tree),
        reader.decisions(3),
        listPart(TEST_RESULTS, findTestResults(reader)),
        listPart(RISKS, reader.lines(RISKS, ["risks"], 2, isRisk)),
        nextPart(reader, 2),
        created,
        ...dependencyParts(reader),
      ],
      figures: metricsOf(created, tree),
    };
  },
  handoff: (reader, tree) => {
    const next = nextPart(reader, 3);
    const state = reader.overview(["state", "overview"], 3);
    return {
      parts: [
        next,
        joinedPart("/summary/current_state", state),
        reader.decisions(5),
        listPart("/summary/avoid", reader.lines("/summary/avoid", ["avoid"], 3)),
        listPart(
          "/summary/critical_context",
          reader.lines("/summary/critical_context", ["insights", "constraints"], 5),
        ),
        listPart(RISKS, reader.lines(RISKS, ["risks"], 3, isRisk)),
        createdPart(reader, tree),
        ...dependencyParts(reader),
      ],
      figures: {},
    };
  },
};

const CONSTRAINTS = "/summary/constraints";
const RISKS = "/summary/risks";
const INSIGHTS = "/summary/key_insights";
const TEST_RESULTS = "/summary/test_results";
const NEXT_ACTIONS = "/summary/next_actions";

const CONSTRAINT = { cue: CONSTRAINT_CUE, fits: isConstraint };
const RISK = { cue: RISK_CUE, fits: isRisk };

function nextPart(reader: Reader, limit: number): DraftPart {
  return listPart(NEXT_ACTIONS, reader.lines(NEXT_ACTIONS, ["next_action"], limit, isNextAction));
}

function filesPart(reader: Reader, pointer: string, meaning: HeadingMeaning): DraftPart {
  const items = findNamedFiles(reader.artifact, meaning).map(pathItem);
  return { pointer, isJoined: false, items };
}

/** Returns the created files: those of the tree, otherwise those that the text names. */
function createdPart(reader: Reader, tree: readonly FileFact[]): DraftPart {
  if (tree.length === 0) return filesPart(reader, "/files_created", "files_created");
  const items = tree
    .filter(({ change }) => change === "created")
    .map(({ path }): DraftItem => ({ value: path, pieces: [{ key: "", text: path, excerpt: null }] }));
  return { pointer: "/files_created", isJoined: false, items };
}

/**
 * Returns the most important files: with a tree, those the text mentions, then the longest; otherwise those
 * the text describes.
 */
function keyFilesPart(reader: Reader, tree: readonly FileFact[]): DraftPart {
  const named = [
    ...findNamedFiles(reader.artifact, "files_created"),
    ...findNamedFiles(reader.artifact, "files_changed"),
  ];
  const pointer = "/summary/key_files";
  if (tree.length === 0) {
    const described = [...named].sort((a, b) => Number(b.line !== null) - Number(a.line !== null));
    return { pointer, isJoined: false, items: described.slice(0, 5).map(lineItem) };
  }
  const isNamed = ({ path }: FileFact) =>
    named.some(({ path: { text } }) => text === path || path.endsWith(`/${text}`));
  const kept = tree.filter(({ change }) => change !== "deleted");
  const ranked = [...kept].sort(
    (a, b) => Number(isNamed(b)) - Number(isNamed(a)) || (b.lines ?? 0) - (a.lines ?? 0),
  );
  return { pointer, isJoined: false, items: ranked.slice(0, 5).map(({ path }) => factItem(path, named)) };
}

/** Returns lines of sections about tests, and other lines that report a result. */
function findTestResults(reader: Reader): Excerpt[] {
  const isResult = ({ text }: Excerpt) => TEST_CUE.test(withoutCode(text));
  const reported = findLines(reader.artifact, "tests").filter(isResult);
  const elsewhere = [...eachPassage(reader.artifact)].flatMap(({ passage }) => passage.sentences.slice(0, 1));
  const short = elsewhere.filter((line) => line.text.length <= 160 && isResult(line));
  return reader.take(TEST_RESULTS, [...reported, ...short], 6);
}

/**
 * Returns requirements of earlier artifacts: lines of the form `agent: requirement` as dependencies, and the
 * others as what the work requires.
 */
function dependencyParts(reader: Reader): DraftPart[] {
  const lines = reader.lines("/dependencies_satisfied", ["dependencies"], 5);
  const namesAgent = ({ text }: Excerpt) => /^[A-Za-z0-9][\w.-]*(?: \w+)?: \S/.test(text);
  return [
    listPart("/dependencies_satisfied", lines.filter(namesAgent)),
    listPart(
      "/summary/requires",
      lines.filter((line) => !namesAgent(line)),
    ),
  ];
}

function metricsOf(created: DraftPart, tree: readonly FileFact[]): Record<string, unknown> {
  const paths =
    tree.length > 0 ? tree.map(({ path }) => path) : created.items.map(({ value }) => String(value));
  if (paths.length === 0) return {};
  const kept = tree.filter(({ change }) => change !== "deleted");
  const isCounted = kept.length > 0 && kept.every(({ lines }) => lines !== undefined);
  return {
    files_created: created.items.length,
    ...(isCounted ? { total_lines: kept.reduce((sum, { lines }) => sum + (lines ?? 0), 0) } : {}),
    languages: languagesOf(paths),
  };
}
