import { applyEdits, type TextEdit } from "../scoping/text/text-edit";
import { walkJson } from "../scoping/text/walk-json";
import { type CompiledContentRule, ContentRuleError } from "./compile-content-rules";
import type { TextSpan } from "./detectors";

/** Replaces a text that could not be searched. */
export const WITHHELD = "[withheld: content rules failed]";

/** JSON in text in JSON …: a deeper text is withheld. */
const MAX_LAYERS = 8;

/** A text after content rules. */
export interface CheckedContent {
  /** Without the matches of rules that redact or block; {@link WITHHELD} if one of these rules failed. */
  readonly text: string;
  readonly counts: ReadonlyMap<CompiledContentRule, number>;
  readonly isBlocked: boolean;
  /** The reason why a rule failed, without content; null if none did. */
  readonly failure: string | null;
}

/**
 * Applies content rules to a text, and to the strings of JSON within it. The text stays JSON if it was. Never throws.
 */
export function checkContent(text: string, rules: readonly CompiledContentRule[]): CheckedContent {
  const check = new ContentCheck(rules);
  const checked = check.read(text, 0);
  return {
    text: check.isWithheld ? WITHHELD : checked,
    counts: check.counts,
    isBlocked: [...check.counts.keys()].some(({ rule }) => rule.action === "block"),
    failure: check.failure,
  };
}

class ContentCheck {
  readonly counts = new Map<CompiledContentRule, number>();
  failure: string | null = null;
  isWithheld = false;
  readonly #rules: readonly CompiledContentRule[];

  constructor(rules: readonly CompiledContentRule[]) {
    this.#rules = rules;
  }

  read(text: string, layer: number): string {
    const edits: TextEdit[] = [];
    const { decoded, bare } = mayHoldJson(text) ? this.#readJson(text, layer, edits) : NO_JSON;
    for (const compiled of this.#rules) {
      for (const span of this.#find(compiled, text)) {
        // A match in a string of JSON was counted when that string was read.
        if (!rangeAround(decoded, span)) this.#count(compiled);
        if (compiled.rule.action !== "flag") edits.push(replace(span, compiled, bare));
      }
    }
    return edits.length === 0 ? text : applyEdits(text, edits);
  }

  #find(compiled: CompiledContentRule, text: string): readonly TextSpan[] {
    try {
      return compiled.find(text);
    } catch (error) {
      this.#fail(compiled, error instanceof ContentRuleError ? error.message : "an unexpected error");
      return [];
    }
  }

  #fail({ rule }: CompiledContentRule, reason: string): void {
    this.failure ??= reason;
    if (rule.action !== "flag") this.isWithheld = true;
  }

  #count(compiled: CompiledContentRule): void {
    this.counts.set(compiled, (this.counts.get(compiled) ?? 0) + 1);
  }

  /** Reads the strings with escapes of all JSON in a text. Returns their places, and those of bare values. */
  #readJson(text: string, layer: number, edits: TextEdit[]): { decoded: TextSpan[]; bare: TextSpan[] } {
    const decoded: TextSpan[] = [];
    const bare: TextSpan[] = [];
    const readString = (inner: string, start: number, end: number) => {
      if (!text.slice(start, end).includes("\\")) return null;
      decoded.push({ start, end });
      const checked = this.#readInner(inner, layer);
      return checked === inner ? null : checked;
    };
    const whole = readCarried(text);
    if (whole !== null) {
      const checked = readString(whole, 0, text.length);
      if (checked !== null) edits.push({ start: 0, end: text.length, replacement: JSON.stringify(checked) });
      return { decoded, bare };
    }
    const opening = /[{[]/g;
    for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
      const value = walkJson<null>(
        text,
        match.index,
        null,
        {
          enterKey: () => null,
          enterElement: () => null,
          visitString: (_, inner, start, end) => readString(inner, start, end),
          visitBare: (start, end) => bare.push({ start, end }),
          replace: (start, end, replacement) => edits.push({ start, end, replacement }),
        },
        "",
      );
      opening.lastIndex = Math.max(value.end, match.index + 1);
    }
    return { decoded, bare };
  }

  #readInner(inner: string, layer: number): string {
    if (layer + 1 < MAX_LAYERS) return this.read(inner, layer + 1);
    for (const compiled of this.#rules) this.#fail(compiled, "JSON in texts is nested too deep");
    return inner;
  }
}

const NO_JSON: { decoded: readonly TextSpan[]; bare: readonly TextSpan[] } = { decoded: [], bare: [] };

function mayHoldJson(text: string): boolean {
  return /[{["]/.test(text);
}

/** Replaces a match; a bare value of JSON, such as a number, becomes a string. */
function replace(span: TextSpan, { rule }: CompiledContentRule, bare: readonly TextSpan[]): TextEdit {
  const replacement = `[redacted: ${rule.rule_id}]`;
  const value = rangeAround(bare, span);
  return value ? { ...value, replacement: JSON.stringify(replacement) } : { ...span, replacement };
}

/** Returns the range that contains a match. Ranges are in order and never overlap. */
function rangeAround(ranges: readonly TextSpan[], span: TextSpan): TextSpan | undefined {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) < span.end) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low];
  return range && range.start <= span.start ? range : undefined;
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
