import type { ArtifactType } from "../manifest";
import { type Artifact, eachPassage } from "./artifact";
import { INSIGHT_CUE, RISK_CUE, TEST_CUE } from "./cues";
import { type DraftPart, joinedPart, listPart } from "./draft";
import { figuresPart, readEssentials } from "./essentials";
import { createdPart, filesPart, keyFilesPart, metricsOf } from "./file-parts";
import type { FileFact } from "./find-files";
import { findLines } from "./find-lines";
import { isInsight, isRisk } from "./fits-part";
import { withoutCode } from "./informative";
import type { Excerpt } from "./source-text";
import { SummaryReader } from "./summary-reader";

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
  const reader = new SummaryReader(artifact);
  const draft = DRAFTS[type](reader, tree);
  return { ...draft, surplus: reader.surplus() };
}

const DRAFTS: Readonly<
  Record<ArtifactType, (reader: SummaryReader, tree: readonly FileFact[]) => Omit<SummaryDraft, "surplus">>
> = {
  research: (reader, tree) => {
    const { next, decisions, constraints, avoid } = readEssentials(reader, {
      constraints: 5,
      isStated: true,
    });
    const overview = reader.overview(["overview", "insights", "state"], 3);
    const risks = reader.lines(RISKS, ["risks"], 3, isRisk);
    const insights = reader.lines(INSIGHTS, ["insights", "decisions", "state"], 5, isInsight);
    const threatening = reader.atLeastTwo(RISKS, risks, 3, { cue: RISK_CUE, fits: isRisk });
    return {
      parts: [
        joinedPart("/summary/system_overview", overview),
        listPart(INSIGHTS, insights.length > 0 ? insights : reader.sentences(INSIGHT_CUE, 5, isInsight)),
        constraints,
        avoid,
        listPart(RISKS, threatening),
        figuresPart(reader),
        next,
        decisions,
        createdPart(reader, tree),
      ],
      figures: {},
    };
  },
  plan: (reader, tree) => {
    const { next, decisions, constraints, avoid } = readEssentials(reader);
    const strategy = reader.overview(["strategy", "overview", "next_action"], 1);
    const approach = reader.overview(["strategy", "overview", "next_action"], 3).slice(0, 2);
    return {
      parts: [
        joinedPart("/summary/strategy", strategy),
        joinedPart("/summary/approach", approach),
        decisions,
        constraints,
        avoid,
        listPart(RISKS, reader.lines(RISKS, ["risks"], 3, isRisk)),
        next,
        figuresPart(reader),
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
    const { next, decisions, constraints, avoid } = readEssentials(reader, { decisions: 3 });
    const overview = reader.overview(["overview", "state"], 2);
    return {
      parts: [
        joinedPart("/summary/overview", overview),
        keyFilesPart(reader, tree),
        decisions,
        next,
        constraints,
        avoid,
        listPart(TEST_RESULTS, findTestResults(reader)),
        listPart(RISKS, reader.lines(RISKS, ["risks"], 3, isRisk)),
        figuresPart(reader),
        created,
        ...dependencyParts(reader),
      ],
      figures: metricsOf(created, tree),
    };
  },
  handoff: (reader, tree) => {
    const { next, decisions, constraints, avoid } = readEssentials(reader);
    const state = reader.overview(["state", "overview"], 3);
    return {
      parts: [
        next,
        joinedPart("/summary/current_state", state),
        decisions,
        avoid,
        constraints,
        listPart(
          "/summary/critical_context",
          reader.lines("/summary/critical_context", ["insights"], 12, () => true, { isWhole: true }),
        ),
        listPart(RISKS, reader.lines(RISKS, ["risks"], 3, isRisk)),
        figuresPart(reader),
        createdPart(reader, tree),
        ...dependencyParts(reader),
      ],
      figures: {},
    };
  },
};

const RISKS = "/summary/risks";
const INSIGHTS = "/summary/key_insights";
const TEST_RESULTS = "/summary/test_results";

/** Returns lines of sections about tests, and other lines that report a result. */
function findTestResults(reader: SummaryReader): Excerpt[] {
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
function dependencyParts(reader: SummaryReader): DraftPart[] {
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
