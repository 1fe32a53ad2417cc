import type { BlockedFields } from "../blocked-fields";
import { isAtEnd, stepToElement, type TriePositions } from "../field-trie";
import type { PathStep, Trail } from "../removed-paths";
import { findLabelledValues } from "./labelled-values";
import { applyEdits, REDACTED, type TextEdit } from "./text-edit";
import { walkJson } from "./walk-json";

/** Text in text in text …: what is deeper is redacted unread. */
const MAX_LAYERS = 8;

/** A position in the blocked paths, and the keys that lead there from the text. */
interface Place {
  readonly positions: TriePositions;
  readonly step: PathStep;
  readonly above: Place | null;
}

/**
 * Redacts blocked fields within a text: in JSON at any depth, also in fences and in strings of that JSON, and
 * the values of labels (`findLabelledValues`). Names what it redacts as removed.
 *
 * @param positions positions of the blocked paths at the text.
 * @returns the text itself if nothing is blocked in it.
 */
export function redactBlockedText(
  text: string,
  blocked: BlockedFields,
  positions: TriePositions,
  trail: Trail,
): string {
  if (!blocked.mayBeIn(text)) return text;
  return new TextFilter(blocked, trail).redact(text, { positions, step: null, above: null }, 0);
}

class TextFilter {
  readonly #blocked: BlockedFields;
  readonly #trail: Trail;

  constructor(blocked: BlockedFields, trail: Trail) {
    this.#blocked = blocked;
    this.#trail = trail;
  }

  redact(text: string, place: Place, layer: number): string {
    const carried = readCarried(text);
    if (carried !== null) {
      const filtered = this.#redactInner(carried, place, layer);
      return filtered === carried ? text : JSON.stringify(filtered);
    }
    const edits: TextEdit[] = [];
    const masked = this.#filterJson(text, place, layer, edits);
    for (const value of findLabelledValues(masked, (keys) => this.#isBlocked(place, keys))) {
      const source = text.slice(value.start, value.end);
      const start = value.end - source.trimStart().length;
      const end = value.start + source.trimEnd().length;
      if (start < end) edits.push({ start, end, replacement: REDACTED });
    }
    return edits.length === 0 ? text : applyEdits(text, edits);
  }

  /** Redacts a text that another text carries. */
  #redactInner(text: string, place: Place, layer: number): string {
    if (!this.#blocked.mayBeIn(text)) return text;
    return layer + 1 === MAX_LAYERS ? REDACTED : this.redact(text, place, layer + 1);
  }

  /** Adds the edits of all JSON in the text; returns the text with JSON replaced by filler, character by character. */
  #filterJson(text: string, place: Place, layer: number, edits: TextEdit[]): string {
    let masked = "";
    let end = 0;
    const opening = /[{[]/g;
    for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
      const found: TextEdit[] = [];
      const value = walkJson<Place>(
        text,
        match.index,
        place,
        {
          enterKey: (above, key) => this.#enterKey(above, key),
          enterElement: (above) => this.#enterElement(above),
          visitString: (below, inner) => {
            const filtered = this.#redactInner(inner, below, layer);
            return filtered === inner ? null : filtered;
          },
          replace: (start, stop, replacement) => found.push({ start, end: stop, replacement }),
        },
        JSON.stringify(REDACTED),
      );
      opening.lastIndex = Math.max(value.end, match.index + 1);
      if (!value.isJson) continue;
      edits.push(...found);
      masked += text.slice(end, match.index) + FILLER.repeat(value.end - match.index);
      end = value.end;
    }
    return masked + text.slice(end);
  }

  #enterKey(above: Place, key: string): Place | "blocked" {
    const positions = this.#blocked.enter(above.positions, key);
    if (!this.#blocked.blocksName(key) && !isAtEnd(positions)) return { positions, step: key, above };
    this.#trailTo(above).removeAs(this.#blocked.nameOf(above.positions, key));
    return "blocked";
  }

  #enterElement(above: Place): Place | "blocked" {
    const positions = stepToElement(above.positions);
    if (!isAtEnd(positions)) return { positions, step: null, above };
    this.#trailTo(above).removeAs(null);
    return "blocked";
  }

  #isBlocked(place: Place, keys: readonly string[]): boolean {
    let here = place;
    for (const key of keys) {
      const next = this.#enterKey(here, key);
      if (next === "blocked") return true;
      here = next;
    }
    return false;
  }

  #trailTo(place: Place): Trail {
    const steps: PathStep[] = [];
    for (let here = place; here.above !== null; here = here.above) steps.push(here.step);
    return steps.reduceRight((trail, step) => trail.under(step), this.#trail);
  }
}

/** Returns the text that a JSON string carries; null if the whole text is not one JSON string. */
function readCarried(text: string): string | null {
  if (!/^\s*"/.test(text)) return null;
  try {
    return String(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Neither a letter nor a separator, so that no label is found in it or across it. */
const FILLER = "\u0001";
