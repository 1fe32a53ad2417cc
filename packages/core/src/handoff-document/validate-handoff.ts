import { findContent } from "../content/check-document";
import { type Finding, MAX_FINDINGS, sortWorstFindings } from "../finding";
import type { CompiledPolicy } from "../scoping/compile-policy";
import type { SecretFinder } from "../secret-finder";
import { countTokens } from "../tokens/count-tokens";
import { type HandoffDocument, type HandoffSection, SECTION_HEADINGS } from "./handoff-document";
import { handoffDocumentFinding } from "./handoff-document-finding";
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

/** State of a referenced file: present, missing, or not checked because it is outside the project. */
export type FileState = "present" | "missing" | "outside";

export interface DocumentFacts {
  secrets: SecretFinder;
  /** The files that the document mentions, as written; a missing entry counts as present. */
  files: ReadonlyMap<string, FileState>;
  /** Null if not checked; such a document does not count as fresh. */
  staleness: StalenessLevel | null;
  /** Policy whose content rules hold for the document, compiled with detectors; without it, none do. */
  contentPolicy?: CompiledPolicy;
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

/** Sections without which the next agent cannot continue; the others are recommended. */
const NEEDED_SECTIONS: readonly HandoffSection[] = ["nextAction", "currentState"];

/**
 * Validates a handoff document.
 *
 * @param markdown its text.
 * @param facts    facts that the text does not contain.
 */
export function validateHandoff(
  markdown: string,
  { secrets, files, staleness, contentPolicy }: DocumentFacts,
): ValidatedHandoff {
  const { document, notFound, frontMatterProblem, isTooLong } = parseHandoffDocument(markdown);
  const lines = markdown.trimEnd().split("\n").length;
  const tokens = countTokens(markdown);
  const placeholders = isTooLong ? [] : findPlaceholders(markdown);
  const places = secrets.findSecrets(markdown);
  const lost = [...files].filter(([, state]) => state !== "present");
  const score = scoreHandoff({
    document,
    lines,
    tokens,
    staleness,
    missingFiles: lost.length,
    hasSecret: places.length > 0,
    hasPlaceholder: placeholders.length > 0,
  });
  const findings: Finding[] = [
    ...validateSections(document, notFound),
    ...validateScreen(lines, tokens, isTooLong),
    ...placeholders.map((text) => handoffDocumentFinding("placeholder", [], `${text} was not filled in`)),
    // Two hundred thousand of them in a row would exceed the memory of ingest.
    ...places
      .slice(0, MAX_FINDINGS)
      .map(({ kind, line }) =>
        handoffDocumentFinding("secret_found", [], `line ${line} contains a secret (${kind})`),
      ),
    ...lost.map(([path, state]) => missingFile(path, state)),
    ...findContent(contentPolicy, { from: null, to: null }, markdown).map(({ place, message, severity }) =>
      handoffDocumentFinding("content_rule", place, message, severity),
    ),
  ];
  if (frontMatterProblem !== null) {
    const message = `the front matter cannot be read: ${frontMatterProblem}`;
    findings.push(handoffDocumentFinding("malformed_front_matter", ["frontMatter"], message));
  }
  if (score.total < MIN_SCORE) {
    const lacks = explainLostPoints(score).join(", ");
    const message = `its score is ${score.total} of 100, ${MIN_SCORE} is required; missing: ${lacks}`;
    findings.push(handoffDocumentFinding("low_quality", [], message));
  }
  return { document, findings: sortWorstFindings(findings), score, lines, tokens };
}

function validateSections(document: HandoffDocument, notFound: readonly HandoffSection[]): Finding[] {
  const { nextAction, criticalContext } = document;
  const findings = notFound.map((section) => {
    const message = `the section "${SECTION_HEADINGS[section]}" is missing or empty`;
    const severity = NEEDED_SECTIONS.includes(section) ? "error" : "warning";
    return handoffDocumentFinding("missing_section", [section], message, severity);
  });
  if (nextAction !== null && namesSeveralActions(nextAction)) {
    const message = "the next action has more than one step";
    findings.push(handoffDocumentFinding("several_next_actions", ["nextAction"], message));
  }
  if (criticalContext !== null && criticalContext.length > MAX_CRITICAL_CONTEXT) {
    const message = `there are ${criticalContext.length} facts, ${MAX_CRITICAL_CONTEXT} is the limit`;
    findings.push(handoffDocumentFinding("too_much_context", ["criticalContext"], message));
  }
  return findings;
}

function validateScreen(lines: number, tokens: number, isUnread: boolean): Finding[] {
  if (!isUnread && fitsOneScreen({ lines, tokens })) return [];
  const size = `it has ${lines} lines and ${tokens} tokens, one screen is ${MAX_LINES} and ${MAX_TOKENS}`;
  return [
    handoffDocumentFinding("too_long", [], isUnread ? `${size}; Baton does not read texts this long` : size),
  ];
}

function missingFile(path: string, state: FileState): Finding {
  const message =
    state === "outside" ? `${path} is outside the project and was not checked` : `${path} does not exist`;
  return handoffDocumentFinding("referenced_file_missing", [], message);
}
