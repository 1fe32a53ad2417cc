import { renderHandoffIndex } from "../succession/handoff-index";
import { parseHandoffDocument } from "../succession/parse-handoff-document";
import { renderHandoffTemplate } from "./handoff-template";

/**
 * The index that `baton handoff index` makes of a handoff document, here of the one that is still to fill in.
 */
export function renderIndexTemplate(): string {
  return renderHandoffIndex(parseHandoffDocument(renderHandoffTemplate()).document, null);
}
