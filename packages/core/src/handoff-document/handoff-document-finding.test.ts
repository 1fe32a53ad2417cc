import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { HANDOFF_DOCUMENT_FINDINGS, PROGRESS_FINDINGS } from "./handoff-document-finding";

const readPage = (name: string) => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), "utf8");

it.each([
  ["Handoff documents", HANDOFF_DOCUMENT_FINDINGS],
  ["Progress", PROGRESS_FINDINGS],
])("docs/findings.md lists every code of %s with its severity", (heading, findings) => {
  const [, section = ""] =
    new RegExp(`\n## ${heading}\n([\\s\\S]*?)(?:\n## |$)`).exec(readPage("findings.md")) ?? [];
  const rows = [...section.matchAll(/^\| `(\w+)` \| (\w+)/gm)].map(([, code, severity]) => [code, severity]);
  expect(rows).toEqual(Object.entries(findings).map(([code, { severity }]) => [code, severity]));
});

it("every code of handoff documents is in a test", () => {
  const tests = ["validate-handoff", "handoff-chain", "progress", "artifacts"]
    .map((name) => readFileSync(new URL(`./${name}.test.ts`, import.meta.url), "utf8"))
    .join("\n");
  for (const code of Object.keys({ ...HANDOFF_DOCUMENT_FINDINGS, ...PROGRESS_FINDINGS }))
    expect(tests).toContain(`"${code}`);
});

it("docs/handoff-documents.md names an existing test for each rule", () => {
  const [, table = ""] =
    /\n## The rules, and the test of each\n([\s\S]*)$/.exec(readPage("handoff-documents.md")) ?? [];
  const rows = table
    .split("\n")
    .filter((line) => /^\| [^|-]/.test(line))
    .slice(1);
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    const names = [...row.matchAll(/`([\w./-]+\.test\.ts|[\w./-]+\/handoff-documents\.ts)`/g)].map(
      ([, name = ""]) => name,
    );
    expect(names.length, row).toBeGreaterThan(0);
    for (const name of names)
      expect(existsSync(new URL(`../../../../${name}`, import.meta.url)), name).toBe(true);
  }
});
