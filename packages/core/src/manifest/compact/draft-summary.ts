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
}

/** Reads the summary of a type from an artifact. `tree` is empty if the files were not checked. */
export function draftSummary(
  type: ArtifactType,
  artifact: Artifact,
  tree: readonly FileFact[],
): SummaryDraft {
  return DRAFTS[type](new Reader(artifact), tree);
}

type Check = (line: Excerpt) => boolean;

/** Takes each line of an artifact at most once. */
class Reader {
  readonly artifact: Artifact;
  readonly ranked: RankedSentences;
  readonly selection = new Selection();

  constructor(artifact: Artifact) {
    this.artifact = artifact;
    this.ranked = new RankedSentences(artifact);
  }

  overview(meanings: readonly HeadingMeaning[], limit: number): Excerpt[] {
    return this.selection.take(findOverview(this.artifact, meanings, limit, this.ranked), limit);
  }

  /** Lines of meanings that fit their part. */
  lines(meanings: readonly HeadingMeaning[], limit: number, fits: Check = () => true): Excerpt[] {
    const lines = meanings.flatMap((meaning) => findLines(this.artifact, meaning));
    return this.selection.take(lines.filter(fits), limit);
  }

  /** Returns the lines, or if there are fewer than two, the best sentences with a cue. */
  atLeastTwo(lines: readonly Excerpt[], cue: RegExp, fits: Check): Excerpt[] {
    if (lines.length >= 2) return [...lines];
    return [...lines, ...this.sentences(cue, 3 - lines.length, fits)];
  }

  /** Returns the highest ranked sentences with a cue. */
  sentences(cue: RegExp, limit: number, fits: Check): Excerpt[] {
    return this.selection.take(this.ranked.with(cue).filter(fits), limit);
  }

  decisions(limit: number): DraftPart {
    const items = findDecisions(this.artifact, limit, this.selection, this.ranked);
    return { pointer: "/key_decisions", isJoined: false, items };
  }
}

/** Words that make a sentence a constraint: the modal verbs of RFC 2119, and their everyday variants. */
const CONSTRAINT_CUE =
  /\b(?:must(?: not)?|shall|cannot|can't|can not|may not|never|at most|at least|no more than|limited to|not allowed|mandatory)\b/i;

/** Words that make a sentence a risk: a risk by name, or a possible problem. */
const RISK_CUE =
  /\b(?:risks?|risky|race condition|technical debt)\b|^(?=.*\b(?:if|unless|may|might|could|would|until)\b)(?=.*\b(?:fragile|break(?:s|ing)?|fails?|failures?|leaks?|vulnerab\w+|unsafe|insecure|regressions?|deadlock|block(?:ed|s)|overflow|corrupt\w*|degrad\w+|los(?:es?|t|ing))\b)/i;

/** Words that make a sentence a finding. */
const INSIGHT_CUE =
  /\b(?:found|shows?|showed|reveal(?:s|ed)|because|causes?|caused|means|root cause|turns out|in fact|key|critical|significant(?:ly)?|however|but|does not|no longer|instead|only|already|\d+(?:\.\d+)?\s?(?:%|x|ms|s\b|tokens))/i;

/** The result of a test or check: the subject, and a count, share or verdict. */
const TEST_CUE =
  /(?=.*\b(?:tests?|coverage|lint(?:ing|er)?|type.?check(?:ing|s)?|build|scan|suite|specs?|validation)\b)(?=.*(?:\d+\s*\/\s*\d+|\d\s?%|\b\d+\+? (?:\w+ ){0,2}(?:tests?|passed|passing|failed|failures)\b|\b(?:pass(?:ed|es|ing)?|fail(?:ed|s|ing|ures?)?|clean|success(?:ful|fully)?|no (?:errors|warnings|issues)|green)\b))/i;

const DRAFTS: Readonly<Record<ArtifactType, (reader: Reader, tree: readonly FileFact[]) => SummaryDraft>> = {
  research: (reader, tree) => {
    const overview = reader.overview(["overview", "insights", "state"], 3);
    const constraints = reader.lines(["constraints"], 5, isConstraint);
    const risks = reader.lines(["risks"], 3, isRisk);
    const insights = reader.lines(["insights", "decisions", "state"], 5, isInsight);
    const binding = reader.atLeastTwo(constraints, CONSTRAINT_CUE, isConstraint);
    const threatening = reader.atLeastTwo(risks, RISK_CUE, isRisk);
    return {
      parts: [
        joinedPart("/summary/system_overview", overview),
        listPart(
          "/summary/key_insights",
          insights.length > 0 ? insights : reader.sentences(INSIGHT_CUE, 5, isInsight),
        ),
        listPart("/summary/constraints", binding),
        listPart("/summary/risks", threatening),
        listPart("/summary/next_actions", reader.lines(["next_action"], 3, isNextAction)),
        createdPart(reader, tree),
      ],
      figures: {},
    };
  },
  plan: (reader, tree) => {
    const strategy = reader.overview(["strategy", "overview", "next_action"], 1);
    const approach = reader.overview(["strategy", "overview", "next_action"], 3).slice(0, 2);
    return {
      parts: [
        joinedPart("/summary/strategy", strategy),
        joinedPart("/summary/approach", approach),
        reader.decisions(5),
        listPart("/summary/constraints", reader.lines(["constraints"], 3, isConstraint)),
        listPart("/summary/risks", reader.lines(["risks"], 3, isRisk)),
        listPart("/summary/next_actions", reader.lines(["next_action"], 3, isNextAction)),
        createdPart(reader, tree),
        dependenciesPart(reader),
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
        listPart("/summary/test_results", findTestResults(reader)),
        listPart("/summary/risks", reader.lines(["risks"], 2, isRisk)),
        listPart("/summary/next_actions", reader.lines(["next_action"], 2, isNextAction)),
        created,
        dependenciesPart(reader),
      ],
      figures: metricsOf(created, tree),
    };
  },
  handoff: (reader, tree) => {
    const next = reader.lines(["next_action"], 3, isNextAction);
    const state = reader.overview(["state", "overview"], 3);
    return {
      parts: [
        listPart("/summary/next_actions", next),
        joinedPart("/summary/current_state", state),
        reader.decisions(5),
        listPart("/summary/avoid", reader.lines(["avoid"], 3)),
        listPart("/summary/critical_context", reader.lines(["insights", "constraints"], 5)),
        listPart("/summary/risks", reader.lines(["risks"], 3, isRisk)),
        createdPart(reader, tree),
        dependenciesPart(reader),
      ],
      figures: {},
    };
  },
};

function filesPart(reader: Reader, meaning: HeadingMeaning): DraftPart {
  const items = findNamedFiles(reader.artifact, meaning).map(pathItem);
  return { pointer: "/files_created", isJoined: false, items };
}

/** Returns the created files: those of the tree, otherwise those that the text names. */
function createdPart(reader: Reader, tree: readonly FileFact[]): DraftPart {
  if (tree.length === 0) return filesPart(reader, "files_created");
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
  return reader.selection.take([...reported, ...short], 4);
}

/** Returns requirements of earlier artifacts: lines of the form `agent: requirement`. */
function dependenciesPart(reader: Reader): DraftPart {
  const lines = reader
    .lines(["dependencies"], 5)
    .filter(({ text }) => /^[A-Za-z0-9][\w.-]*(?: \w+)?: \S/.test(text));
  return listPart("/dependencies_satisfied", lines);
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
