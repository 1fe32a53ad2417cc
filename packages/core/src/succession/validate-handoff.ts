import { type Finding, sortFindings } from "../finding";
import type { SecretFinder } from "../secret-finder";
import { countTokens } from "../tokens/count-tokens";
import { type HandoffDocument, type HandoffSection, SECTION_HEADINGS } from "./handoff-document";
import { namesSeveralActions } from "./next-action";
import { parseHandoffDocument } from "./parse-handoff-document";
import { findPlaceholders } from "./placeholders";
import {
  explainLostPoints,
  fitsOneScreen,
  type HandoffScore,
  MAX_CRITICAL_CONTEXT,
  MAX_LINES,
  MAX_TOKENS,
  MIN_SCORE,
  scoreHandoff,
} from "./score-handoff";
import type { StalenessLevel } from "./staleness";

/** What became of a file that a document speaks of: there, not there, or not looked for since it lies outside of the project. */
export type FileState = "present" | "missing" | "outside";

export interface DocumentFacts {
  secrets: SecretFinder;
  /** The files that the document speaks of, as it writes them; one that is left out counts as there. */
  files: ReadonlyMap<string, FileState>;
  /** Null where it was not asked for; such a document does not count as fresh. */
  staleness: StalenessLevel | null;
}

export interface ValidatedHandoff {
  document: HandoffDocument;
  /** The path of a finding points into `document`. */
  findings: Finding[];
  score: HandoffScore;
  lines: number;
  /** In tokens of `cl100k_base`. */
  tokens: number;
}

/** Without these nobody can go on; the others are asked for. */
const NEEDED_SECTIONS: readonly HandoffSection[] = ["nextAction", "currentState"];

/**
 * Judges a handoff document.
 *
 * @param markdown its text.
 * @param facts    what the text alone does not tell.
 */
export function validateHandoff(
  markdown: string,
  { secrets, files, staleness }: DocumentFacts,
): ValidatedHandoff {
  const { document, notFound, frontMatterProblem, isTooLong } = parseHandoffDocument(markdown);
  const lines = markdown.trimEnd().split("\n").length;
  const tokens = countTokens(markdown);
  const placeholders = isTooLong ? [] : findPlaceholders(markdown);
  const places = secrets.findSecrets(markdown);
  const lost = [...files].filter(([, state]) => state !== "present");
  const score = scoreHandoff({
    ...{ document, lines, tokens, staleness, missingFiles: lost.length },
    ...{ hasSecret: places.length > 0, hasPlaceholder: placeholders.length > 0 },
  });
  const findings: Finding[] = [
    ...(frontMatterProblem === null ? [] : [malformedFrontMatter(frontMatterProblem)]),
    ...notFound.map(missingSection),
    ...placeholders.map(unfilledPlaceholder),
    ...places.map(({ kind, line }) => secretFound(kind, line)),
    ...lost.map(([path, state]) => missingFile(path, state)),
    ...judgeSections(document),
    ...(isTooLong || !fitsOneScreen({ lines, tokens }) ? [tooLong(lines, tokens, isTooLong)] : []),
    ...(score.total < MIN_SCORE ? [lowQuality(score)] : []),
  ];
  return { document, findings: sortFindings(findings), score, lines, tokens };
}

function judgeSections({ nextAction, criticalContext }: HandoffDocument): Finding[] {
  const findings: Finding[] = [];
  if (nextAction !== null && namesSeveralActions(nextAction)) {
    findings.push({
      code: "several_next_actions",
      severity: "warning",
      path: "/nextAction",
      message: "the next action is more than one",
      hint: "Name the first step alone; a successor finds the others in the progress file or the plan.",
    });
  }
  if (criticalContext !== null && criticalContext.length > MAX_CRITICAL_CONTEXT) {
    findings.push({
      code: "too_much_context",
      severity: "warning",
      path: "/criticalContext",
      message: `there are ${criticalContext.length} facts, ${MAX_CRITICAL_CONTEXT} are the most`,
      hint: "Keep what the next action cannot do without, and name the document that holds the rest.",
    });
  }
  return findings;
}

function malformedFrontMatter(problem: string): Finding {
  return {
    code: "malformed_front_matter",
    severity: "warning",
    path: "/frontMatter",
    message: `the front matter cannot be read: ${problem}`,
    hint: "Write one `key: text` a line between two lines of `---`; quote a text that holds a colon.",
  };
}

function missingSection(section: HandoffSection): Finding {
  return {
    code: "missing_section",
    severity: NEEDED_SECTIONS.includes(section) ? "error" : "warning",
    path: `/${section}`,
    message: `there is no section "${SECTION_HEADINGS[section]}", or nothing in it`,
    hint: `Add a heading "## ${SECTION_HEADINGS[section]}" and what a successor has to know; "None." where there is nothing.`,
  };
}

function unfilledPlaceholder(placeholder: string): Finding {
  return {
    code: "placeholder",
    severity: "error",
    path: "",
    message: `${placeholder} was not filled in`,
    hint: "Write what the template asks for, or remove the line.",
  };
}

function secretFound(kind: string, line: number): Finding {
  return {
    code: "secret_found",
    severity: "error",
    path: "",
    message: `line ${line} holds a secret (${kind})`,
    hint: "Remove it, name the place where a successor gets it, and replace the secret: it has been written to a file.",
  };
}

function missingFile(path: string, state: FileState): Finding {
  const isOutside = state === "outside";
  return {
    code: "referenced_file_missing",
    severity: "error",
    path: "",
    message: isOutside
      ? `${path} lies outside of the project, and was not looked for`
      : `${path} does not exist`,
    hint: isOutside
      ? "Name files by their path from the project's root."
      : "Correct the path, from the project's root, or say that the file is gone.",
  };
}

function tooLong(lines: number, tokens: number, isUnread: boolean): Finding {
  return {
    code: "too_long",
    severity: "warning",
    path: "",
    message: `it has ${lines} lines and ${tokens} tokens, one screen is ${MAX_LINES} and ${MAX_TOKENS}${isUnread ? "; so long a text is not read" : ""}`,
    hint: "Keep what a successor needs to begin, and name files for the rest.",
  };
}

function lowQuality(score: HandoffScore): Finding {
  return {
    code: "low_quality",
    severity: "error",
    path: "",
    message: `its score is ${score.total} of 100, ${MIN_SCORE} is needed; it lacks ${explainLostPoints(score).join(", ")}`,
    hint: "Mend what gives the most points first.",
  };
}
