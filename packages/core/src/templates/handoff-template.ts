import {
  EMPTY_HANDOFF_DOCUMENT,
  type HandoffDocument,
  type HandoffFrontMatter,
} from "../handoff-document/handoff-document";
import { renderHandoffIndex } from "../handoff-document/handoff-index";
import { parseHandoffDocument } from "../handoff-document/parse-handoff-document";
import { renderHandoffDocument } from "../handoff-document/render-handoff-document";

/** Placeholders for each section; a remaining placeholder is a finding. */
const UNFILLED: HandoffDocument = {
  ...EMPTY_HANDOFF_DOCUMENT,
  frontMatter: {
    task: "{task}",
    phase: "{phase}",
    created_at: "{time, ISO 8601}",
    commit: "{git rev-parse HEAD}",
    branch: "{git branch --show-current}",
  },
  title: "{task and phase} Handoff",
  nextAction: "{the one step that comes next}",
  currentState: "- File: {path}\n- Location: line {n}\n- {what works and what does not yet}",
  decisions: [{ decision: "{decision}", rationale: "{why it was made}" }],
  failedApproaches: [{ approach: "{what was tried}", reason: "{why it failed}" }],
  criticalContext: ["{a fact that the successor cannot find out alone}"],
  references: ["{what it is}: {path}"],
};

/**
 * Returns a handoff document to fill in, in Markdown.
 *
 * @param frontMatter the values that are known; by default, placeholders for all of them.
 */
export function renderHandoffTemplate(frontMatter?: HandoffFrontMatter): string {
  return renderHandoffDocument(frontMatter ? { ...UNFILLED, frontMatter } : UNFILLED);
}

/**
 * Returns the index that `baton handoff index` creates from a handoff document, for the unfilled template.
 */
export function renderIndexTemplate(): string {
  return renderHandoffIndex(parseHandoffDocument(renderHandoffTemplate()).document, null);
}
