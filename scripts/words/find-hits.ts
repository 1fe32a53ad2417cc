import { type CodeTexts, readCode, type Text } from "./read-code";
import { readMarkdown } from "./read-markdown";
import { WORD_RULES } from "./word-rules";

export const TEXT_CLASSES = ["ui", "messages", "docs", "comments", "tests"] as const;
export type TextClass = (typeof TEXT_CLASSES)[number];

/** A match of a rule in a text. */
export interface Hit {
  readonly textClass: TextClass;
  readonly file: string;
  readonly line: number;
  /** Counted from 1. */
  readonly rule: number;
  readonly words: string;
}

const IS_TEST = /\.test\.tsx?$|(?:^|\/)(?:test|e2e|conformance)\//;

/** Files whose strings are sample data, not messages. */
const IS_SAMPLE = /^apps\/cli\/src\/demo\//;

const STRINGS: readonly [folder: RegExp, TextClass][] = [
  [/^(?:apps\/web|packages\/ui)\/src\//, "ui"],
  [/^(?:apps\/(?:cli|ingest)|packages\/(?:core|db|http|launch|server|services)|sample)\/src\//, "messages"],
];

/** Returns the hits in a file, at most one per rule and text. Throws if the file does not parse. */
export function findHits(file: string, source: string): Hit[] {
  const texts = file.endsWith(".md")
    ? new Map([["docs" as const, readMarkdown(source)]])
    : textsOf(file, source);
  return [...texts].flatMap(([textClass, found]) =>
    found.flatMap(({ text, line }) => hitsIn(text).map((hit) => ({ textClass, file, line, ...hit }))),
  );
}

function textsOf(file: string, source: string): Map<TextClass, Text[]> {
  const { strings, testNames, comments }: CodeTexts = readCode(file, source);
  const shown = STRINGS.find(([folder]) => folder.test(file))?.[1];
  const texts = new Map<TextClass, Text[]>([["comments", comments]]);
  if (IS_TEST.test(file)) texts.set("tests", testNames);
  else if (shown && !IS_SAMPLE.test(file)) texts.set(shown, strings);
  return texts;
}

function hitsIn(text: string): { rule: number; words: string }[] {
  const prose = text.replace(/`[^`\n]*`/g, "`_`").replace(/\s+/g, " ");
  return WORD_RULES.flatMap(({ pattern }, index) => {
    const words = pattern.exec(prose)?.[0];
    return words === undefined ? [] : [{ rule: index + 1, words: words.slice(0, 60) }];
  });
}
