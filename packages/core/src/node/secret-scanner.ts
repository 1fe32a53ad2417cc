import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { SecretLintRuleReportHandler, SecretLintSourceCode } from "@secretlint/types";
import { mayHoldSecret } from "./secret-prefilter";
import { unescapeText } from "./unescaped-text";

/** A text in which each secret is replaced by `[masked:rule]`, and how many there were. */
export interface MaskedText {
  text: string;
  secretCount: number;
}

/** `start` and `end` are indices of UTF-16 code units; `rule` says what was found there. */
interface Secret {
  start: number;
  end: number;
  rule: string;
}

/** JSON is often carried as text in JSON; what is escaped deeper than this is not looked into. */
const MAX_LAYERS = 4;

/** It lets a comment in the text switch the other rules off: a text must not decide whether it is looked at. */
const OBEYING_RULE = "@secretlint/secretlint-rule-filter-comments";

/**
 * Finds secrets by the rules of secretlint's recommended preset. The rules are run without secretlint's engine, whose
 * profiler keeps every measurement for as long as the process lives.
 */
export class SecretScanner {
  readonly #handlers: { rule: string; handler: SecretLintRuleReportHandler }[];
  #text = "";
  #reported: Secret[] = [];

  constructor() {
    this.#handlers = rules
      .filter((creator) => creator.meta.id !== OBEYING_RULE)
      .map((creator) => {
        const rule = creator.meta.id.replace("@secretlint/secretlint-rule-", "");
        const handler = creator.create(
          {
            sharedOptions: {},
            createTranslator: () => (messageId, data) => ({
              message: "",
              messageId: String(messageId),
              data,
            }),
            report: ({ range, message }) => {
              this.#reported.push({ ...locate(this.#text, range, message.data), rule });
            },
            ignore: () => {},
          },
          {},
        );
        return { rule, handler };
      });
  }

  /** Masks a text of any kind, whatever is escaped in it. */
  maskText(text: string): MaskedText {
    if (!mayHoldSecret(text)) return { text, secretCount: 0 };
    return replaceSecrets(text, this.#find(text));
  }

  /**
   * Masks a JSON text inside its string literals alone, so that it stays JSON, and all else stays as it was written.
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

  #find(text: string): Secret[] {
    const found: Secret[] = [];
    let layer = unescapeText(text) ?? { text, toEscaped: (index: number) => index };
    for (let depth = 1; ; depth++) {
      const { toEscaped } = layer;
      for (const { start, end, rule } of this.#applyRules(layer.text)) {
        found.push({ start: toEscaped(start), end: toEscaped(end), rule });
      }
      const next = depth < MAX_LAYERS ? unescapeText(layer.text) : null;
      if (!next) return found;
      layer = { text: next.text, toEscaped: (index) => toEscaped(next.toEscaped(index)) };
    }
  }

  #applyRules(text: string): Secret[] {
    this.#text = text;
    this.#reported = [];
    for (const { rule, handler } of this.#handlers) {
      try {
        handler.file?.(asSource(text));
      } catch {
        // An expression may run out of stack on a hostile text. What could not be looked at is not let through.
        return [{ start: 0, end: text.length, rule }];
      }
    }
    return this.#reported;
  }
}

/**
 * Where the reported secret stands. Some rules report its length from the beginning of its key (`aws_secret_access_key =`),
 * so that the text they report is looked for from there on.
 */
function locate(text: string, [start, end]: readonly [number, number], data: unknown): Span {
  const reported = typeof data === "object" && data !== null ? Object.values(data) : [];
  for (const secret of reported) {
    const at = typeof secret === "string" && secret !== "" ? text.indexOf(secret, start) : -1;
    if (at >= 0) return { start: at, end: at + secret.length };
  }
  return { start, end };
}

function replaceSecrets(text: string, secrets: Secret[]): MaskedText {
  let masked = "";
  let end = 0;
  let secretCount = 0;
  for (const secret of secrets.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (secret.start >= end) {
      masked += `${text.slice(end, secret.start)}[masked:${secret.rule}]`;
      secretCount += 1;
    }
    end = Math.max(end, secret.end);
  }
  return { text: masked + text.slice(end), secretCount };
}

interface Span {
  start: number;
  end: number;
}

const TO_VALUE = /\s*:\s*"/y;

/**
 * The string literals of a JSON text, a key and its value together, since some secrets are known by their key alone.
 * A literal's span leaves out its quotes.
 */
function* listUnits(json: string): Generator<Span & { literals: Span[] }> {
  let literal = nextLiteral(json, 0);
  while (literal) {
    const start = literal.start - 1;
    TO_VALUE.lastIndex = literal.end + 1;
    const value = TO_VALUE.test(json) ? nextLiteral(json, literal.end + 1) : null;
    const literals = value ? [literal, value] : [literal];
    const end = (value ?? literal).end + 1;
    yield { start, end, literals };
    literal = nextLiteral(json, end);
  }
}

function nextLiteral(json: string, from: number): Span | null {
  const quote = json.indexOf('"', from);
  if (quote < 0) return null;
  let end = json.indexOf('"', quote + 1);
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return { start: quote + 1, end: end < 0 ? json.length : end };
}

function isEscaped(json: string, index: number): boolean {
  let backslashes = 0;
  while (json[index - 1 - backslashes] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}

/** What the rules read of a source: its text. Without a path, none of them thinks it of no concern. */
function asSource(content: string): SecretLintSourceCode {
  const refuse = () => {
    throw new Error("the rules in use ask for no lines and columns");
  };
  return {
    content,
    hasBOM: false,
    filePath: undefined,
    physicalFilePath: undefined,
    contentType: "text",
    ext: ".jsonl",
    getFilePath: () => undefined,
    getPhysicalFilePath: () => undefined,
    locationToRange: refuse,
    rangeToLocation: refuse,
    positionToIndex: refuse,
    indexToPosition: refuse,
  };
}
