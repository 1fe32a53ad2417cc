import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseByTypeScript } from "../../test/typescript-tree";
import { minifyInterface } from "./minify-interface";

/** Words and signs of declarations in order; the space between them is drawn separately. */
type Words = readonly string[];

const name = fc.constantFrom("a", "Seat", "$row", "_b1", "get", "type", "readonly", "größe", "𝒳");
const literal = fc.constantFrom("'a  b'", '"//"', "1", "-2", "true", "`x  y`", "null");

function list(item: fc.Arbitrary<Words>, maxLength = 3): fc.Arbitrary<Words[]> {
  return fc.array(item, { minLength: 1, maxLength });
}

function join2(items: readonly Words[], separator: string): Words {
  return items.flatMap((item, index) => (index === 0 ? item : [separator, ...item]));
}

const { type, member } = fc.letrec<{ type: Words; member: Words; parameters: Words }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Words>(["string"], ["unknown"], ["this"], ["unique", "symbol"]),
    literal.map((text) => [text]),
    name.filter((text) => text.startsWith("S")).map((text) => [text]),
    fc.tuple(list(tie("type")), fc.constantFrom("|", "&")).map(([types, sign]) => join2(types, sign)),
    list(tie("type")).map((types) => ["Map", "<", ...join2(types, ","), ">"]),
    tie("type").map((item) => ["(", ...item, ")", "[", "]"]),
    list(tie("type")).map((types) => ["[", ...join2(types, ","), "]"]),
    tie("type").map((item) => ["keyof", "(", ...item, ")"]),
    fc
      .tuple(tie("parameters"), tie("type"))
      .map(([parameters, item]) => ["(", ...parameters, "=>", ...item, ")"]),
    fc
      .tuple(tie("parameters"), tie("type"))
      .map(([parameters, item]) => ["(", "<", "T", ">", ...parameters, "=>", ...item, ")"]),
    fc.array(tie("member"), { maxLength: 3 }).map((members) => ["{", ...members.flat(), "}"]),
    tie("type").map((item) => [
      "{",
      "-",
      "readonly",
      "[",
      "K",
      "in",
      "keyof",
      "S",
      "as",
      "`on${",
      "K",
      "&",
      "string",
      "}`",
      "]",
      "-",
      "?",
      ":",
      ...item,
      ";",
      "}",
    ]),
    fc
      .tuple(tie("type"), tie("type"))
      .map(([then, otherwise]) => [
        "(",
        "S",
        "extends",
        "(",
        "infer",
        "U",
        ")",
        "?",
        ...then,
        ":",
        ...otherwise,
        ")",
      ]),
  ),
  parameters: fc
    .tuple(
      name.filter((text) => text.length < 3),
      tie("type"),
    )
    .map(([text, item]) => ["(", text, "?", ":", ...item, ",", "...", "rest", ":", "S", "[", "]", ")"]),
  // Omits a line break after a negative number; see the test `rejects valid TypeScript that its parser cannot
  // read`.
  member: fc
    .tuple(
      fc.oneof(
        fc.tuple(name, tie("type")).map(([text, item]): Words => ["readonly", text, "?", ":", ...item]),
        fc.tuple(name, tie("type")).map(([text, item]): Words => [text, ":", ...item]),
        fc
          .tuple(name, tie("parameters"), tie("type"))
          .map(([text, parameters, item]): Words => [text, ...parameters, ":", ...item]),
        tie("type").map((item): Words => ["[", "key", ":", "string", "]", ":", ...item]),
        tie("parameters").map((parameters): Words => ["new", ...parameters]),
      ),
      fc.constantFrom(";", ",", "\n"),
    )
    .map(([words, end]) => [...words, words.at(-1) === "-2" && end === "\n" ? ";" : end]),
}));

const members = fc.array(member, { maxLength: 4 }).map((items) => items.flat());

const declaration = fc
  .tuple(
    fc.oneof(
      members.map(
        (items): Words => [
          "export",
          "interface",
          "Seat",
          "<",
          "T",
          "=",
          "Map",
          "<",
          "S",
          ">",
          ">",
          "extends",
          "Row",
          "{",
          ...items,
          "}",
        ],
      ),
      type.map((item): Words => ["type", "S", "<", "T", ">", "=", ...item]),
      type.map((item): Words => ["declare", "const", "s", ":", ...item]),
      fc
        .tuple(type, type)
        .map(
          ([first, second]): Words => [
            "declare",
            "function",
            "f",
            "(",
            "a",
            ":",
            ...first,
            ")",
            ":",
            ...second,
          ],
        ),
      members.map(
        (items): Words => [
          "declare",
          "namespace",
          "N",
          "{",
          "interface",
          "M",
          "{",
          ...items,
          "}",
          "type",
          "O",
          "=",
          "M",
          ";",
          "}",
        ],
      ),
      type.map(
        (item): Words => [
          "declare",
          "abstract",
          "class",
          "C",
          "{",
          "private",
          "static",
          "a",
          "?",
          ":",
          ...item,
          ";",
          "abstract",
          "get",
          "b",
          "(",
          ")",
          ":",
          "S",
          ";",
          "}",
        ],
      ),
      fc.constant<Words>(["enum", "E", "{", "A", "=", "1", ",", "B", ",", "}"]),
      fc.constant<Words>(["import", "type", "{", "A", "as", "B", "}", "from", "'b'"]),
    ),
    fc.constantFrom(";", "\n", ";;"),
  )
  .map(([words, end]) => [...words, end]);

const gap = fc.constantFrom(" ", "  ", "\t", " /* ; } */ ", " /** it's */");

/** A file of declarations in any formatting. */
const file = fc
  .tuple(fc.array(declaration, { minLength: 1, maxLength: 4 }), fc.infiniteStream(gap))
  .map(([declarations, gaps]) =>
    declarations
      .flat()
      .map((word) => word + (gaps.next().value ?? ""))
      .join(""),
  );

const PUBLISHED = ["zod", "commander", "chokidar"];

describe("a minified interface", () => {
  it("declares the same types according to TypeScript's own parser", () => {
    fc.assert(
      fc.property(fc.array(file, { minLength: 12, maxLength: 12 }), (texts) => {
        const minified = texts.map((text) => minifyInterface(text) ?? "none");
        const [before, after] = [parseByTypeScript(texts), parseByTypeScript(minified)];
        expect(before.map(({ faults }) => faults)).toEqual(texts.map(() => 0));
        expect(after).toEqual(before);
        for (const [index, text] of minified.entries()) {
          expect(text).not.toMatch(/it's|\n|\t/);
          expect(text.length).toBeLessThanOrEqual(texts[index]?.length ?? 0);
          expect(minifyInterface(text)).toBe(text);
        }
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  it("differs from one without a line end or a space in a string (negative control)", () => {
    const [whole, joined, tightened] = parseByTypeScript([
      "interface A { a: `b  c`\nd: 1 }",
      "interface A { a: `b  c` d: 1 }",
      "interface A { a: `b c`; d: 1 }",
    ]);
    expect(whole?.faults).toBe(0);
    expect(joined?.faults).toBe(1);
    expect(tightened).not.toEqual(whole);
  });

  it.each(PUBLISHED)(
    "declares the same types for the declaration files of %s",
    (module) => {
      const folder = join(MODULES, module);
      const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isDeclarationFile);
      const texts = paths.map((path) => readFileSync(join(folder, path), "utf8"));
      const minified = texts.map((text) => minifyInterface(text) ?? "none");
      const [before, after] = [parseByTypeScript(texts), parseByTypeScript(minified)];
      expect(paths.length).toBeGreaterThan(0);
      expect(paths.filter((_, index) => after[index]?.tree !== before[index]?.tree)).toEqual([]);
      expect(minified.join("").length).toBeLessThan(texts.join("").length);
    },
    120_000,
  );
});

const MODULES = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

function isDeclarationFile(path: string): boolean {
  return path.endsWith(".d.ts") && !path.includes("node_modules");
}
