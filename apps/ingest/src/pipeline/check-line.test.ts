import { describe, expect, it } from "vitest";
import { checkLine, isBlank } from "./check-line";

const check = (line: string | Uint8Array) => checkLine(Buffer.from(line));
const codeOf = (line: string | Uint8Array) => {
  const checked = check(line);
  return checked.ok ? "ok" : checked.problem.code;
};

describe("checkLine", () => {
  it("accepts any JSON, also with a byte order mark or a carriage return", () => {
    for (const line of [
      '{"a":[1,{"b":"]}[{"}]}',
      "\uFEFF{}",
      "{}\r",
      '"\u2028"',
      "1e400",
      "9007199254740993",
      '"\\ud800"',
    ]) {
      expect(check(line), line).toMatchObject({ ok: true, text: line });
    }
  });

  it("rejects bytes that are not UTF-8, and shows the others", () => {
    expect(check(Uint8Array.of(0x22, 0xff, 0x41, 0x22))).toEqual({
      ok: false,
      text: '"\uFFFDA"',
      problem: { code: "not_utf8", message: "it is not UTF-8" },
    });
    for (const bytes of [
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
      [0xe2, 0x82],
    ]) {
      expect(codeOf(Uint8Array.from(bytes))).toBe("not_utf8");
    }
  });

  it("rejects nesting deeper than 200 levels before parsing", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(codeOf(nested(200))).toBe("ok");
    expect(codeOf(nested(201))).toBe("too_deep");
    expect(codeOf('{"a":'.repeat(1_000_000))).toBe("too_deep");
    expect(codeOf(`"${"[".repeat(1_000)}"`)).toBe("ok");
    expect(codeOf(`"\\"${"[".repeat(1_000)}"`)).toBe("ok");
    expect(codeOf(`"\\\\",${"[".repeat(1_000)}`)).toBe("too_deep");
  });

  it("rejects lines with too many values", () => {
    expect(codeOf(`[${"[],".repeat(2_000_000)}0]`)).toBe("too_many_values");
    expect(codeOf(`[${"1,".repeat(100_000)}1]`)).toBe("ok");
    expect(codeOf(`[${"1,".repeat(120_000)}1]`)).toBe("too_many_values");
    expect(codeOf(`"${",".repeat(1_000_000)}"`)).toBe("ok");
  });

  it("reports the position of a JSON error without quoting the line", () => {
    for (const line of [
      '{"secret":"hunter2"',
      '{"secret": hunter2}',
      "hunter2",
      '{"a":"hunter2"} hunter2',
      '{"hunter2"}',
      '["hunter2\u0001"]',
    ]) {
      const checked = check(line);
      expect(checked.ok, line).toBe(false);
      expect(checked.ok || checked.problem.code).toBe("not_json");
      expect(checked.ok || checked.problem.message).toMatch(/^it is not JSON/);
      expect(checked.ok || checked.problem.message).not.toContain("hunter");
    }
  });
});

describe("isBlank", () => {
  it("recognizes white space and a byte order mark", () => {
    for (const line of ["", " ", "\t \r", "\uFEFF", "\uFEFF \r"])
      expect(isBlank(Buffer.from(line)), line).toBe(true);
    for (const line of ["0", "\f", "\u2060", " \uFEFF", "\0"])
      expect(isBlank(Buffer.from(line)), line).toBe(false);
  });
});
