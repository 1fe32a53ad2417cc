import { expect, it } from "vitest";
import { parseYaml } from "./parse-yaml";

const codeOf = (text: string) => {
  const parsed = parseYaml(text);
  return parsed.ok ? null : parsed.problem.code;
};

it.each(["[", "{a: ", "- ", "? ", ": ", "-\t", "- &a ", "- !t &a ", "? - ", "[{", "a: [\n"])(
  "parseYaml rejects %s nested so deeply that the parser's stack would overflow",
  (opening) => {
    for (const levels of [101, 600, 4_000]) expect(codeOf(opening.repeat(levels))).toBe("too_deep");
    expect(codeOf(opening.repeat(40))).not.toBe("too_deep");
  },
);

it("parseYaml accepts many brackets that are not nested", () => {
  expect(parseYaml("- [a, {b: c}]\n".repeat(1_000))).toMatchObject({ ok: true });
  expect(
    parseYaml(`{${Array.from({ length: 900 }, (_, index) => `"k${index}": 1`).join(", ")}}`),
  ).toMatchObject({ ok: true });
  expect(parseYaml(`a: |\n${"  - [x] and - so on\n".repeat(500)}`)).toMatchObject({ ok: true });
  expect(
    parseYaml(Array.from({ length: 240 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")),
  ).toMatchObject({
    ok: true,
  });
});

it("parseYaml rejects more than 32,768 characters", () => {
  expect(codeOf("a".repeat(32_768))).toBeNull();
  expect(codeOf("a".repeat(32_769))).toBe("too_long");
});

it("parseYaml reads every value as text with areTexts", () => {
  const text = "a: 1\nb: true\nc: 2026-01-01";
  expect(parseYaml(text)).toEqual({ ok: true, value: { a: 1, b: true, c: "2026-01-01" } });
  expect(parseYaml(text, { areTexts: true })).toEqual({
    ok: true,
    value: { a: "1", b: "true", c: "2026-01-01" },
  });
});
