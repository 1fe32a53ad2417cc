import { listSuspects, mayContainSecret } from "../content/secret-prefilter";
import type { SecretFinder, SecretPlace } from "../secret-finder";
import { type Literal, listUnits } from "./json-literals";
import { createRecommendedRules, type Secret } from "./recommended-rules";
import { SECRET_PATTERNS, type SecretPattern } from "./secret-patterns";
import { unescapeText } from "./unescaped-text";

/** A text in which each secret is replaced by `[masked:rule]`, and the number of secrets. */
export interface MaskedText {
  text: string;
  secretCount: number;
}

/** JSON often contains JSON as text; more nested layers are not searched. */
const MAX_LAYERS = 6;

/** Start of a literal that contains JSON: an object, a list or a string, possibly escaped. */
const CARRIED_START = /^(?:\s|\\[nrt]|\\u00(?:09|0a|0d|20))*(?:[[{]|\\"|\\u00(?:22|[57]b))/i;

/** Finds secrets by the rules of secretlint's recommended preset, and by patterns that it lacks. */
export class SecretScanner implements SecretFinder {
  readonly #patterns: readonly SecretPattern[];
  /** Created for the first suspect: most texts have none. */
  #applyRecommended: ReturnType<typeof createRecommendedRules> | null = null;

  constructor(patterns: readonly SecretPattern[] = SECRET_PATTERNS) {
    this.#patterns = patterns;
  }

  /** Returns the secrets in any text, by position; they never overlap. */
  findSecrets(text: string): SecretPlace[] {
    if (!mayContainSecret(text)) return [];
    let line = 1;
    let lineStart = 0;
    // Searched once per line, because searching it for every secret would each time scan to the end of the
    // text.
    let lineFeed = text.indexOf("\n");
    return mergeSecrets(this.#find(text)).map(({ start, end, rule }) => {
      while (lineFeed >= 0 && lineFeed < start) {
        line += 1;
        lineStart = lineFeed + 1;
        lineFeed = text.indexOf("\n", lineStart);
      }
      return { kind: rule, start, end, line, column: start - lineStart + 1 };
    });
  }

  /** Masks any text, including escaped parts. */
  maskText(text: string): MaskedText {
    if (!mayContainSecret(text)) return { text, secretCount: 0 };
    return replaceSecrets(text, this.#find(text));
  }

  /**
   * Masks a JSON text within its string literals, so that it stays valid and keeps its structure; everything
   * else is unchanged. Masks a string that contains JSON as JSON too.
   *
   * @param json valid JSON; parts of other texts may stay unmasked.
   */
  maskJson(json: string): MaskedText {
    return this.#maskJson(json, 0);
  }

  #maskJson(json: string, depth: number): MaskedText {
    if (!mayContainSecret(json)) return { text: json, secretCount: 0 };
    const keys = new MaskedKeys();
    let text = "";
    let secretCount = 0;
    let end = 0;
    for (const { literal, masked } of this.#maskLiterals(json, depth)) {
      const original = json.slice(literal.start, literal.end);
      const replacement = literal.isKey ? keys.nameOf(original, masked.text) : masked.text;
      text += json.slice(end, literal.start) + replacement;
      secretCount += masked.secretCount;
      end = literal.end;
    }
    return { text: text + json.slice(end), secretCount };
  }

  /** Yields the literals with secrets, and their replacements. */
  *#maskLiterals(json: string, depth: number): Generator<{ literal: Literal; masked: MaskedText }> {
    for (const { start, end, literals } of listUnits(json)) {
      const unit = json.slice(start, end);
      if (!mayContainSecret(unit)) continue;
      let secrets: Secret[] | null = null;
      for (const literal of literals) {
        const content = json.slice(literal.start, literal.end);
        let masked = this.#maskCarried(content, depth);
        if (!masked) {
          secrets ??= this.#find(unit);
          masked = replaceSecrets(content, secrets.flatMap(clipTo(literal.start - start, content.length)));
        }
        if (masked.secretCount > 0) yield { literal, masked };
      }
    }
  }

  /** Masks a literal that contains JSON; null if it does not, or only a plain value. */
  #maskCarried(content: string, depth: number): MaskedText | null {
    if (depth === MAX_LAYERS || !CARRIED_START.test(content)) return null;
    const carried = parseOrNull(`"${content}"`);
    if (typeof carried !== "string" || parseOrNull(carried) === null) return null;
    const masked = this.#maskJson(carried, depth + 1);
    return masked.secretCount === 0
      ? { text: content, secretCount: 0 }
      : { ...masked, text: JSON.stringify(masked.text).slice(1, -1) };
  }

  /** Searches a text, and each layer under its escapes. */
  #find(text: string): Secret[] {
    const found: Secret[] = [];
    let layer = { text, toEscaped: (index: number) => index };
    for (let depth = 0; ; depth++) {
      const { toEscaped } = layer;
      const next = depth <= MAX_LAYERS ? unescapeText(layer.text) : null;
      // A rule that treats a backslash as a plain character may match a part of an escape.
      const place = (index: number) => toEscaped(next?.toBoundary(index) ?? index);
      for (const { start, end, rule } of this.#applyRules(layer.text)) {
        if (place(start) < place(end)) found.push({ start: place(start), end: place(end), rule });
      }
      if (!next || depth === MAX_LAYERS) return found;
      layer = { text: next.text, toEscaped: (index) => toEscaped(next.toEscaped(index)) };
    }
  }

  *#applyRules(text: string): Generator<Secret> {
    this.#applyRecommended ??= createRecommendedRules();
    for (const { start: from, end: to } of listSuspects(text)) {
      const part = text.slice(from, to);
      for (const { start, end, rule } of this.#applyRecommended(part)) {
        yield { start: from + start, end: from + end, rule };
      }
      for (const { rule, find } of this.#patterns) {
        for (const { start, end } of find(part)) yield { start: from + start, end: from + end, rule };
      }
    }
  }
}

/** Limits secrets to a part of the searched text. */
function clipTo(offset: number, length: number): (secret: Secret) => Secret[] {
  return ({ start, end, rule }) => {
    const from = Math.max(0, start - offset);
    const to = Math.min(length, end - offset);
    return from < to ? [{ start: from, end: to, rule }] : [];
  };
}

/** Returns null for invalid JSON too. */
function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Keeps keys of an object distinct that become equal when masked. */
class MaskedKeys {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  nameOf(original: string, masked: string): string {
    const known = this.#names.get(original);
    if (known !== undefined) return known;
    const count = (this.#counts.get(masked) ?? 0) + 1;
    const name = count === 1 ? masked : `${masked}#${count}`;
    this.#counts.set(masked, count);
    this.#names.set(original, name);
    return name;
  }
}

function replaceSecrets(text: string, secrets: Secret[]): MaskedText {
  const merged = mergeSecrets(secrets);
  let masked = "";
  let end = 0;
  for (const secret of merged) {
    masked += `${text.slice(end, secret.start)}[masked:${secret.rule}]`;
    end = secret.end;
  }
  return { text: masked + text.slice(end), secretCount: merged.length };
}

/** Sorts by position and merges overlapping secrets under the name of the first. */
function mergeSecrets(secrets: Secret[]): Secret[] {
  const merged: Secret[] = [];
  for (const secret of secrets.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last && secret.start < last.end) last.end = Math.max(last.end, secret.end);
    else merged.push({ ...secret });
  }
  return merged;
}
