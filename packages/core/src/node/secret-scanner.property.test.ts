import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildSecretCases, createPick } from "../../test/secret-cases";
import { sizeOfRun } from "../../test/soak";
import { createRecommendedRules } from "./recommended-rules";
import { SECRET_PATTERNS } from "./secret-patterns";
import { SecretScanner } from "./secret-scanner";

const scanner = new SecretScanner();
const LINES = sizeOfRun({ suite: 2_000, soak: 100_000 });

/** Text around secrets that JSON must escape. */
const junk = fc.string({
  unit: fc.constantFrom(
    '"',
    "\\",
    "/",
    "'",
    "\t",
    "\b",
    "\r",
    " ",
    "é",
    "\u2028",
    "\u{1F600}",
    "\ud800",
    "{",
  ),
  maxLength: 6,
});

interface Leaf {
  text: string;
  /** The part of the text that must not remain; null if it has no secret. */
  core: string | null;
}

type Tree = Leaf | Tree[] | { key: Leaf; value: Tree }[] | { carried: Tree };

const secretLeaf = fc.tuple(fc.nat(1_000_000), junk, junk).map(([seed, before, after]): Leaf => {
  const cases = buildSecretCases(seed, 1);
  const { text, secret } = cases[createPick(seed)(cases.length)] ?? { text: "", secret: "" };
  const core = middleOf(secret);
  // Recognition in plain text is measured elsewhere. JSON must not hide any secret that is recognized there.
  const isSeen = !scanner.maskText(text).text.includes(core);
  return isSeen ? { text: `${before}\n${text}\n${after}`, core } : { text: before, core: null };
});
const plainLeaf = junk.map((text): Leaf => ({ text, core: null }));
const leaf = fc.oneof({ weight: 2, arbitrary: secretLeaf }, { weight: 3, arbitrary: plainLeaf });

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    leaf,
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.uniqueArray(fc.record({ key: leaf, value: tie("tree") }), {
      maxLength: 3,
      selector: ({ key }) => key.text,
    }),
    fc.record({ carried: tie("tree") }),
  ),
}));

/** A line, and the seed by which its characters are escaped. */
const line = fc.record({ tree, seed: fc.nat() });

describe("maskJson", () => {
  it("keeps a line valid and its structure unchanged, and leaves no secret", () => {
    fc.assert(
      fc.property(line, (drawn) => holds(drawn, (json) => scanner.maskJson(json).text)),
      { numRuns: LINES },
    );
  });

  it("is caught if it cuts secrets from the raw text (negative control)", () => {
    const property = fc.property(line, (drawn) => holds(drawn, cutFromRawText));
    expect(fc.check(property, { numRuns: 2_000 }).failed).toBe(true);
  });

  it("keeps keys distinct that become equal when masked", () => {
    const [first = "", second = ""] = buildSecretCases(5, 2).flatMap(({ kind, secret }) =>
      kind === "npm" ? [secret] : [],
    );
    const json = JSON.stringify([{ [first]: 1, [second]: 2 }, { [first]: 3 }]);
    expect(JSON.parse(scanner.maskJson(json).text)).toEqual([
      { "[masked:npm]": 1, "[masked:npm]#2": 2 },
      { "[masked:npm]": 3 },
    ]);
  });

  it("keeps nested JSON texts valid at every depth", () => {
    const command = 'T="$(curl -u deploy:x7Kd93LmQpZ2 "https://ci.example")"';
    let carried = JSON.stringify({ command });
    for (let depth = 0; depth < 4; depth += 1) carried = JSON.stringify({ carried, rest: ["\\", '"'] });
    let masked: unknown = JSON.parse(scanner.maskJson(carried).text);
    for (let depth = 0; depth < 4; depth += 1) masked = JSON.parse(carriedIn(masked));
    expect(masked).toEqual({ command: 'T="$(curl -u deploy:[masked:curl-user] "https://ci.example")"' });
  });
});

function carriedIn(value: unknown): string {
  return typeof value === "object" && value !== null && "carried" in value ? String(value.carried) : "";
}

function holds({ tree, seed }: { tree: Tree; seed: number }, mask: (json: string) => string): boolean {
  const masked: unknown = JSON.parse(mask(write(tree, createPick(seed))));
  return isMasked(tree, masked);
}

/** Returns true if a value has the structure and the plain leaves of a tree, and none of its secrets. */
function isMasked(tree: Tree, value: unknown): boolean {
  if ("text" in tree) return typeof value === "string" && isLeafMasked(tree, value);
  if ("carried" in tree) return typeof value === "string" && isMasked(tree.carried, JSON.parse(value));
  if (typeof value !== "object" || value === null) return false;
  const entries = Object.entries(value);
  if (entries.length !== tree.length || Array.isArray(value) !== !isObject(tree)) return false;
  return tree.every((item, index) => {
    const [key = "", inner] = entries[index] ?? [];
    if (!("key" in item)) return isMasked(item, inner);
    return isLeafMasked(item.key, key) && isMasked(item.value, inner);
  });
}

function isLeafMasked({ text, core }: Leaf, value: string): boolean {
  return core === null ? value === text : !value.includes(core);
}

function isObject(tree: readonly unknown[]): boolean {
  return tree.some((item) => typeof item === "object" && item !== null && "key" in item);
}

/** Writes a tree as JSON, each character plain or escaped. */
function write(tree: Tree, pick: (limit: number) => number): string {
  if ("text" in tree) return writeString(tree.text, pick);
  if ("carried" in tree) return writeString(write(tree.carried, pick), pick);
  if (!isObject(tree)) return `[${tree.map((item) => ("key" in item ? "" : write(item, pick))).join(" , ")}]`;
  const members = tree.map((item) =>
    "key" in item ? `${writeString(item.key.text, pick)}: ${write(item.value, pick)}` : "",
  );
  return `{${members.join(",")}}`;
}

function writeString(text: string, pick: (limit: number) => number): string {
  const share = 1 + pick(20);
  const units = text.split("").map((unit) => {
    if (pick(share) === 1) return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
    return unit === "/" && pick(2) === 1 ? "\\/" : JSON.stringify(unit).slice(1, -1);
  });
  return `"${units.join("")}"`;
}

/** An earlier, broken version that masks each match of a rule in the raw line, including escapes. */
function cutFromRawText(json: string): string {
  const places = SECRET_PATTERNS.flatMap(({ find }) => [...find(json)]);
  places.push(...createRecommendedRules()(json));
  places.sort((a, b) => b.start - a.start);
  return places.reduce((text, { start, end }) => `${text.slice(0, start)}[masked]${text.slice(end)}`, json);
}

function middleOf(secret: string): string {
  const middle = secret.slice(Math.floor(secret.length / 4), Math.ceil((secret.length * 3) / 4));
  return middle.split("\n")[0] ?? middle;
}
