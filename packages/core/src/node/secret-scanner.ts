import type { SecretFinder, SecretPlace } from "../secret-finder";
import { listUnits } from "./json-literals";
import { createRecommendedRules, type Secret } from "./recommended-rules";
import { SECRET_PATTERNS, type SecretPattern } from "./secret-patterns";
import { listSuspects, mayHoldSecret } from "./secret-prefilter";
import { unescapeText } from "./unescaped-text";

/** A text in which each secret is replaced by `[masked:rule]`, and how many there were. */
export interface MaskedText {
  text: string;
  secretCount: number;
}

/** JSON is often carried as text in JSON; what is escaped deeper than this is not looked into. */
const MAX_LAYERS = 4;

/**
 * Finds secrets by the rules of secretlint's recommended preset, and by patterns for what that does not know.
 */
export class SecretScanner implements SecretFinder {
  readonly #patterns: readonly SecretPattern[];
  readonly #applyRecommended = createRecommendedRules();

  constructor(patterns: readonly SecretPattern[] = SECRET_PATTERNS) {
    this.#patterns = patterns;
  }

  /** The secrets in a text of any kind, by their place in it; none overlaps another. */
  findSecrets(text: string): SecretPlace[] {
    if (!mayHoldSecret(text)) return [];
    let line = 1;
    let lineStart = 0;
    // Looked for once a line: to the end of a text that has none, it would be looked for with each secret.
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

  /** Masks a text of any kind, whatever is escaped in it. */
  maskText(text: string): MaskedText {
    if (!mayHoldSecret(text)) return { text, secretCount: 0 };
    return replaceSecrets(text, this.#find(text));
  }

  /**
   * Masks a JSON text inside its string literals alone, so that it stays
   * JSON, and all else stays as it was written.
   *
   * @param json valid JSON.
   */
  maskJson(json: string): MaskedText {
    if (!mayHoldSecret(json)) return { text: json, secretCount: 0 };
    return replaceSecrets(json, [...this.#findInLiterals(json)]);
  }

  *#findInLiterals(json: string): Generator<Secret> {
    for (const { start, end, literals } of listUnits(json)) {
      const unit = json.slice(start, end);
      if (!mayHoldSecret(unit)) continue;
      for (const secret of this.#find(unit)) {
        for (const literal of literals) {
          const from = Math.max(start + secret.start, literal.start);
          const to = Math.min(start + secret.end, literal.end);
          if (from < to) yield { start: from, end: to, rule: secret.rule };
        }
      }
    }
  }

  /** Looks at a text as it is, and at each layer under its escapes. */
  #find(text: string): Secret[] {
    const found: Secret[] = [];
    let layer = { text, toEscaped: (index: number) => index };
    for (let depth = 0; ; depth++) {
      const { toEscaped } = layer;
      for (const { start, end, rule } of this.#applyRules(layer.text)) {
        found.push({ start: toEscaped(start), end: toEscaped(end), rule });
      }
      const next = depth < MAX_LAYERS ? unescapeText(layer.text) : null;
      if (!next) return found;
      layer = { text: next.text, toEscaped: (index) => toEscaped(next.toEscaped(index)) };
    }
  }

  *#applyRules(text: string): Generator<Secret> {
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

/** By place, those that overlap made one, which goes by the name of the first. */
function mergeSecrets(secrets: Secret[]): Secret[] {
  const merged: Secret[] = [];
  for (const secret of secrets.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last && secret.start < last.end) last.end = Math.max(last.end, secret.end);
    else merged.push({ ...secret });
  }
  return merged;
}
