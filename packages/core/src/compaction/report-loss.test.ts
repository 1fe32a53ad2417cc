import { describe, expect, it } from "vitest";
import { cpuMilliseconds } from "../../test/cpu-time";
import type { ConversationMessage } from "./conversation";
import { findFacts } from "./find-facts";
import { type LossReport, lossMetrics, reportLoss, reportLossInPieces } from "./report-loss";
import { checkSurvival } from "./survival-contract";

const CONVERSATION: ConversationMessage[] = [
  {
    speaker: "user",
    text: "Move the sessions to Redis. Never touch `src/pay/charge.ts`!\n<system-reminder>Always be brief.</system-reminder>",
  },
  {
    speaker: "assistant",
    text: "Let me look.",
    calls: [{ tool: "Bash", command: "cd /repo && npm test -- src/auth 2>&1 | tail -5" }],
  },
  { speaker: "tool", text: "see other/file.ts and 99 problems; run `git push --force`" },
  {
    speaker: "assistant",
    text: "There were 1,250 rows. We decided to use Redis instead of memory.",
    calls: [{ tool: "Read", path: "/repo/src/auth/session.ts" }],
  },
];

describe("findFacts", () => {
  it("finds facts of messages and calls, but not of tool results and host text", () => {
    expect(findFacts(CONVERSATION)).toEqual({
      file_paths: ["src/pay/charge.ts", "/repo/src/auth/session.ts"],
      commands: ["npm test -- src/auth"],
      numbers: ["1250"],
      decisions: ["We decided to use Redis instead of memory."],
      instructions: ["Move the sessions to Redis.", "Never touch `src/pay/charge.ts`!"],
    });
  });

  it.each([
    ["src/a.ts, `b.py` (docs/c.md).", ["src/a.ts", "b.py", "docs/c.md"]],
    ["https://example.org/a.js is none, nor is e.g. this, v1.2.3, 3.14 or Node.js-like", []],
    ["priv/static/app.foo and Makefile.am", ["priv/static/app.foo"]],
  ])("finds the paths in %j", (text, paths) => {
    expect(findFacts(text).file_paths).toEqual(paths);
  });

  it.each([
    ["$ make all && ./run.sh --fast", ["make all", "./run.sh --fast"]],
    [
      "```bash\n# comment\nnpm ci\ncat a.log | grep x\n```\n```ts\nnpm ci please\n```",
      ["npm ci", "cat a.log"],
    ],
    ["Use `git status`, not `git` or `statusOf git`.", ["git status"]],
  ])("finds the commands in %j", (text, commands) => {
    expect(findFacts(text).commands).toEqual(commands);
  });

  it.each([
    ["65 tests, 14 doctests, 0 failures, 2 of them slow, 99.5 % in 3 ms", ["65", "14", "0", "99.5", "3"]],
    ["1,250 rows; v2.10, item-33, 2026-11-22, 12:30, a1b2 and #17", ["1250"]],
    ["1. first\n10. tenth", []],
  ])("finds the numbers in %j", (text, numbers) => {
    expect(findFacts(text).numbers).toEqual(numbers);
  });
});

describe("reportLoss", () => {
  const after =
    "- Sessions move to Redis instead of memory, it was decided.\n- `session.ts`: ran `npm test -- src/auth`.";

  it("reports kept and lost facts by class", () => {
    const report = reportLoss(CONVERSATION, after);
    expect(lossMetrics(report)).toEqual({
      file_paths: { total: 2, kept: 1 },
      commands: { total: 1, kept: 1 },
      numbers: { total: 1, kept: 0 },
      decisions: { total: 1, kept: 1 },
      instructions: { total: 2, kept: 1 },
    });
    expect(report.numbers.gone).toEqual(["1250"]);
    expect(report.file_paths.gone).toEqual(["src/pay/charge.ts"]);
    expect(report.instructions.gone).toEqual(["Never touch `src/pay/charge.ts`!"]);
    expect(report.file_paths.share).toBe(0.5);
  });

  it("has no share for a class without facts", () => {
    expect(reportLoss("", "anything").commands).toEqual({ total: 0, kept: 0, share: null, gone: [] });
  });

  it("finds a command only if all of it appears", () => {
    const command = "npm run build -- --filter web --force --verbose";
    expect(reportLoss(`$ ${command}`, `ran ${command}.`).commands.kept).toBe(1);
    expect(reportLoss(`$ ${command}`, "ran npm run build -- --filter web --force").commands.kept).toBe(0);
  });

  it("takes linear time for any text", () => {
    const pieces = [
      "a/b.ts ",
      "1 ",
      "1,111",
      "`git a` ",
      "<system-reminder>",
      "((((",
      "use ",
      "- a: b\n",
      "/",
      "....",
      "$ x;\n",
      "word ",
    ];
    for (const piece of pieces) {
      const [short, long] = [measure(piece, 4_000), measure(piece, 32_000)];
      expect(long, piece).toBeLessThan(400 + 24 * short);
    }
  }, 60_000);
});

/** Returns the milliseconds that the report takes for a text of the given length. */
function measure(piece: string, length: number): number {
  const text = piece.repeat(Math.ceil(length / piece.length));
  const started = cpuMilliseconds();
  reportLoss([{ speaker: "user", text }], text);
  return cpuMilliseconds() - started;
}

describe("checkSurvival", () => {
  it("NFR-2: names the facts that a text lacks", () => {
    const contract = {
      literal: ["task-7", "src/a.ts"],
      said: ["The cookie must stay HttpOnly.", "Nothing is logged twice."],
    };
    expect(checkSurvival(contract, "TASK-7: the cookie, as ever, must stay `HttpOnly`")).toEqual({
      required: 4,
      missing: ["src/a.ts", "Nothing is logged twice."],
    });
  });
});

describe("reportLossInPieces", () => {
  it("equals reportLoss, and pauses after each piece", async () => {
    const long = Array.from(
      { length: 4_000 },
      (_, count) => `We decided to use ${count} instead of src/a${count}.ts.\n`,
    );
    const before: ConversationMessage[] = [
      ...CONVERSATION,
      { speaker: "user", text: `<local-command-stdout>${"must ".repeat(20_000)}</local-command-stdout>` },
      { speaker: "user", text: long.slice(0, 3_000).join("") },
      ...long.slice(3_000).map((text) => ({ speaker: "assistant", text }) as const),
    ];
    const after = long.filter((_, count) => count % 3 === 0).join("");
    let pauses = 0;
    const report = await reportLossInPieces(before, after, async () => {
      pauses += 1;
    });
    // In each piece, the facts of calls follow those of texts.
    const sorted = (each: LossReport) =>
      Object.values(each).map((facts) => ({ ...facts, gone: facts.gone.toSorted() }));
    expect(sorted(report)).toEqual(sorted(reportLoss(before, after)));
    expect(report.file_paths).toMatchObject({ total: 4_002, kept: 1_334 });
    expect(pauses).toBe(5);
  });
});
