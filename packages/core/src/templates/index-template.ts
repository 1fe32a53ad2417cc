import { renderHandoffIndex } from "../handoff-document/handoff-index";
import { parseHandoffDocument } from "../handoff-document/parse-handoff-document";
import { renderHandoffTemplate } from "./handoff-template";

/**
 * The index that `baton handoff index` makes of a handoff document, here of the one that is still to fill in.
 */
export function renderIndexTemplate(): string {
  return renderHandoffIndex(parseHandoffDocument(renderHandoffTemplate()).document, null);
}
