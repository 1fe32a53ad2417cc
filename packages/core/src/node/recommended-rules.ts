import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { SecretLintSourceCode } from "@secretlint/types";
import type { Span } from "./json-literals";

/** A place in a text, and the rule that found a secret there. */
export interface Secret extends Span {
  rule: string;
}

/** Lets a comment in the text switch off other rules, which untrusted text must not do. */
const OBEYING_RULE = "@secretlint/secretlint-rule-filter-comments";

/**
 * Creates a finder with the rules of secretlint's recommended preset, without secretlint's engine, whose
 * profiler keeps every measurement as long as the process lives.
 *
 * @returns a function that finds the secrets in a text; they may overlap.
 */
export function createRecommendedRules(): (text: string) => Secret[] {
  let source = "";
  let reported: Secret[] = [];
  const handlers = rules
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
            reported.push({ ...locate(source, range, message.data), rule });
          },
          ignore: () => {},
        },
        {},
      );
      return { rule, handler };
    });
  return (text) => {
    source = text;
    reported = [];
    for (const { rule, handler } of handlers) {
      try {
        handler.file?.(asSource(text));
      } catch {
        // An expression may overflow the stack on hostile text. Text that cannot be checked counts as a
        // secret.
        return [{ start: 0, end: text.length, rule }];
      }
    }
    return reported;
  };
}

/**
 * Locates the reported secret. Some rules report its length from the start of its key (`aws_secret_access_key
 * =`), so the search starts there.
 */
function locate(text: string, [start, end]: readonly [number, number], data: unknown): Span {
  const reported = typeof data === "object" && data !== null ? Object.values(data) : [];
  for (const secret of reported) {
    const at = typeof secret === "string" && secret !== "" ? text.indexOf(secret, start) : -1;
    if (at >= 0) return { start: at, end: at + secret.length };
  }
  return { start, end };
}

/** Wraps a text as source for the rules. Without a path, no rule skips it. */
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
