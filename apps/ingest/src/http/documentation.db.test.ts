import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../test/environment";
import { type RunningIngest, runIngest } from "../../test/running-ingest";
import { count, createFolder } from "../../test/scratch";

let ingest: RunningIngest;
let folder: Awaited<ReturnType<typeof createFolder>>;
beforeAll(async () => {
  ingest = await runIngest();
  folder = await createFolder();
});
afterAll(async () => {
  await folder.remove();
  await ingest.remove();
});

const END_OF_BLOCK = "--- end of block ---";

/** Shell function that runs the built command, without building it first. */
const NPX = `npx() { shift; (cd "${PROJECT_ROOT}" && "${process.execPath}" --import tsx apps/cli/src/main.ts "$@"); }`;

/** Returns the page's commands, each with the responses shown below it. */
function readExamples(page: string): { command: string; answers: string | null }[] {
  const blocks = [...page.matchAll(/^```(sh|json)\n(.*?)^```$/gms)].map(([, kind, text = ""]) => ({
    kind,
    text,
  }));
  return blocks.flatMap(({ kind, text }, index) => {
    const next = blocks[index + 1];
    return kind === "sh" ? [{ command: text, answers: next?.kind === "json" ? next.text : null }] : [];
  });
}

/** Parses consecutive JSON values in any layout. */
function readValues(text: string): unknown {
  return JSON.parse(`[${text.replace(/\}\s*\{/g, "},{")}]`);
}

describe("docs/ingest-http.md", () => {
  it("contains commands with the documented output", async () => {
    const examples = readExamples(await readFile(join(PROJECT_ROOT, "docs/ingest-http.md"), "utf8"));
    expect(examples.length).toBeGreaterThan(5);
    const script = [
      "set -eu",
      NPX,
      `cd "${folder.path}"`,
      ...examples.map(({ command }) => `${command}\necho; echo "${END_OF_BLOCK}"`),
    ].join("\n");
    const { stdout } = await promisify(execFile)("bash", ["--norc", "-c", script], {
      cwd: PROJECT_ROOT,
      env: { PATH: process.env.PATH, DATABASE_URL: ingest.database.url, BATON_INGEST: ingest.url },
    });
    const outputs = stdout.split(END_OF_BLOCK).slice(0, -1);
    expect(outputs).toHaveLength(examples.length);
    for (const [index, { answers }] of examples.entries()) {
      if (answers === null) expect(outputs[index]?.trim()).toBe("");
      else expect(readValues(outputs[index] ?? "")).toEqual(readValues(answers));
    }
    expect(await count(ingest.database.db, "event where duplicate_of is null")).toBe(6);
  });
});
