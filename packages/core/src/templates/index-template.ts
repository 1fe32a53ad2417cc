import { renderHandoffIndex } from "../handoff-document/handoff-index";
import { parseHandoffDocument } from "../handoff-document/parse-handoff-document";
import { renderHandoffTemplate } from "./handoff-template";

/**
 * Returns the index that `baton handoff index` creates from a handoff document, for the unfilled template.
 */
export function renderIndexTemplate(): string {
  return renderHandoffIndex(parseHandoffDocument(renderHandoffTemplate()).document, null);
}
