import { describe, expect, it } from "vitest";
import { compileBlockedPatterns, joinBlockedPatterns } from "../blocked-fields";
import { RemovedPaths } from "../removed-paths";
import { redactBlockedText } from "./text-filter";

const GONE = "[redacted: blocked_in_text]";

function redact(text: string, patterns: readonly string[] = ["ssn", "internal_notes"]) {
  const blocked = joinBlockedPatterns([compileBlockedPatterns(patterns)]);
  const removed = new RemovedPaths();
  const result = redactBlockedText(text, blocked, blocked.top, removed.at("a"));
  return { text: result, removed: removed.list() };
}

describe("redactBlockedText in JSON", () => {
  it.each([
    ["a whole object", '{"ssn":"1","x":1}', `{"ssn":"${GONE}","x":1}`],
    ["at any depth", '{"a":[{"b":{"ssn":[1,{"x":2}]}}]}', `{"a":[{"b":{"ssn":"${GONE}"}}]}`],
    ["a key twice", '{"ssn":1,"ssn":2,"x":3}', `{"ssn":"${GONE}","ssn":"${GONE}","x":3}`],
    ["an escaped key", '{"s\\u0073n":"1"}', `{"s\\u0073n":"${GONE}"}`],
    [
      "long numbers and white space",
      '{ "id": 12345678901234567890,\n  "ssn": 1 }',
      `{ "id": 12345678901234567890,\n  "ssn": "${GONE}" }`,
    ],
    ["JSON in a string of it", '{"x":"{\\"ssn\\":1}"}', `{"x":"{\\"ssn\\":\\"${GONE}\\"}"}`],
    ["JSON that is a string", '"{\\"ssn\\":1}"', JSON.stringify(`{"ssn":"${GONE}"}`)],
    [
      "a fence",
      'See:\n```json\n{"ssn": "1"}\n```\ndone',
      `See:\n\`\`\`json\n{"ssn": "${GONE}"}\n\`\`\`\ndone`,
    ],
    ["lines", '{"x":1}\n{"ssn":"1"}\n', `{"x":1}\n{"ssn":"${GONE}"}\n`],
    ["in prose", 'We got {"ssn":"1","x":2} back.', `We got {"ssn":"${GONE}","x":2} back.`],
    ["cut off", '{"x":1,"ssn":"12', `{"x":1,"ssn":"${GONE}"`],
    ["as Python writes it", "{'ssn': '1', 'ok': None}", `{'ssn': "${GONE}", 'ok': None}`],
    ["with bare keys", "{ssn: 1, x: 2}", `{ssn: "${GONE}", x: 2}`],
  ])("redacts %s", (_, text, expected) => {
    expect(redact(text).text).toBe(expected);
  });

  it("redacts fields by their paths, which continue from the text", () => {
    expect(redact('{"claim":{"id":1},"id":2}', ["claim.id"])).toEqual({
      text: `{"claim":{"id":"${GONE}"},"id":2}`,
      removed: ["a.claim.id"],
    });
    expect(redact('{"list":[1,2]}', ["list[]"]).text).toBe(`{"list":["${GONE}","${GONE}"]}`);
  });
});

describe("redactBlockedText after labels", () => {
  it.each([
    ["a line", "Name: Ann\nSSN: 078-05-1120\nCity: Bath", `Name: Ann\nSSN: ${GONE}\nCity: Bath`],
    ["a label in a sentence", "The customer's ssn: 1 2 3", `The customer's ssn: ${GONE}`],
    ["emphasis", "- **Internal notes:** hates calls\n- ok: yes", `- **Internal notes:${GONE}\n- ok: yes`],
    ["a list item that goes on", "- ssn: 1\n  and 2\n- x", `- ssn: ${GONE}\n- x`],
    ["a list under a label", "internal_notes:\n- one\n- two\n\nNext", `internal_notes:\n${GONE}\n\nNext`],
    ["YAML", "a:\n  internal_notes: |\n    one\n\n    two\n  b: 1", `a:\n  internal_notes: ${GONE}\n  b: 1`],
    [
      "a paragraph under a label",
      "Internal notes:\nhates calls\nand mail\n\nx",
      `Internal notes:\n${GONE}\n\nx`,
    ],
    ["name=value", "GET /x?ssn=1&y=2 ok", `GET /x?ssn=${GONE}&y=2 ok`],
    ["a quoted name=value", 'x ssn="1 2" y=3', `x ssn=${GONE} y=3`],
    ["a setting", "SSN=1 2\nX=1", `SSN=${GONE}\nX=1`],
    [
      "a column",
      "| name | ssn |\n|---|---|\n| Ann | 1 |\n| Bob | 2 |\n\nx | y",
      `| name | ssn |\n|---|---|\n| Ann | ${GONE} |\n| Bob | ${GONE} |\n\nx | y`,
    ],
    [
      "rows",
      "| x | y |\n|---|---|\n| ssn | 1 |\n| z | 2 |",
      `| x | y |\n|---|---|\n| ssn | ${GONE} |\n| z | 2 |`,
    ],
    ["rows of CSV", "a,1\nssn,2\nb,3", `a,1\nssn,${GONE}\nb,3`],
    ["a column of CSV", "name,ssn,x\nAnn,1,a\n", `name,ssn,x\nAnn,${GONE},a\n`],
    ["an element", "<a><ssn>1</ssn></a>", `<a><ssn>${GONE}</ssn></a>`],
    [
      "a section",
      "# X\n## Internal notes\nhates\n### more\nx\n## Next\ny",
      `# X\n## Internal notes\n${GONE}\n## Next\ny`,
    ],
    ["JSON under a label", 'internal_notes: {"x": 1} end', `internal_notes: ${GONE}`],
    ["escaped JSON", 'payload="{\\"ssn\\":\\"1\\"}"', `payload="{\\"ssn\\":${GONE}`],
    ["a look-alike", "ѕѕn： 1", `ѕѕn： ${GONE}`],
  ])("redacts %s", (_, text, expected) => {
    expect(redact(text).text).toBe(expected);
  });

  it.each(["My ssn is 078-05-1120.", "Open http://host/x: ok, session=1", "Name, city\nAnn, Bath", ""])(
    "keeps %j",
    (text) => {
      expect(redact(text)).toEqual({ text, removed: [] });
    },
  );

  it("keeps what it has redacted before", () => {
    const text = `ssn: 1\n{"ssn":1}\n| ssn | 2 |`;
    const once = redact(text).text;
    expect(redact(once).text).toBe(once);
  });

  it("names what it redacts", () => {
    expect(redact('x.ssn: 1\n{"b":{"internal_notes":2}}').removed).toEqual(["a.b.internal_notes", "a.x.ssn"]);
  });
});

describe("redactBlockedText on a hostile text", () => {
  it.each([
    ["open brackets", "[".repeat(300_000)],
    ["open braces", '{"a":'.repeat(60_000)],
    ["labels", "ssn: 1\n".repeat(40_000)],
    ["assignments", "ssn=1 ".repeat(40_000)],
    ["headings", "# ssn\n## ssn\n".repeat(20_000)],
    ["empty labels", "ssn:\nx\n".repeat(40_000)],
    ["cells", "| ssn | x ".repeat(30_000)],
    ["elements", "<ssn>".repeat(60_000)],
    ["escapes", "\\".repeat(300_000)],
    ["commas", "ssn,".repeat(80_000)],
    ["quotes", `ssn: ${"'".repeat(300_000)}`],
    ["dashes", `ssn:\n${"-".repeat(300_000)}x\n| ssn | x |`],
    ["underscores", `ssn:\n${"_".repeat(300_000)}\n| ssn | x |`],
    ["spaces", `# ${" ".repeat(100_000)}${"x".repeat(300)}\nssn:\na,${" ".repeat(100_000)}x b,ssn`],
  ])("takes linear time with many %s", (_, text) => {
    // Processor time: other programs of the machine do not lengthen it.
    const timeOf = (sample: string, times: number) => {
      const start = process.cpuUsage();
      for (let run = 0; run < times; run += 1) redact(sample);
      return process.cpuUsage(start).user;
    };
    // As many characters in sixteen texts: quadratic time would be 16 times as long for one.
    const limit = 5 * timeOf(text.slice(0, text.length / 16), 16) + 20_000;
    // Again if the garbage collector ran meanwhile.
    expect([1, 2, 3, 4].some(() => timeOf(text, 1) < limit)).toBe(true);
  });
});
