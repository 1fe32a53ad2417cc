import { chmod, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCommand } from "../../test/run-command";

let root: string;
let folder: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "baton-opencode-"));
  folder = join(root, "exports");
});
afterEach(() => rm(root, { recursive: true }));

/** Installs a program that answers as OpenCode does, and returns its path. */
async function install(sessions: unknown, exported = exportOf): Promise<string> {
  const path = join(root, "opencode.sh");
  await writeFile(join(root, "sessions.json"), JSON.stringify(sessions));
  await writeFile(join(root, "export.json"), JSON.stringify(exported));
  await writeFile(
    path,
    `#!/bin/sh\ncd ${root}\necho "$1 $3" >> calls.txt\nif [ "$1" = db ]; then cat sessions.json; else echo "Exporting session: $2"; cat export.json; fi\n`,
  );
  await chmod(path, 0o755);
  return path;
}

const exportOf: unknown = {
  info: { id: "ses_1", version: "1.18.33", time: { created: 1, updated: 2 } },
  messages: [],
};
const exportWith = (program: string) => runCommand("export-opencode", folder, "--opencode", program);

it("exports the sessions that changed since their last export", async () => {
  const sessions = [
    { id: "ses_1", updated: 2_000 },
    { id: "ses_2", updated: 2_000 },
  ];
  const program = await install(sessions);
  const { exitCode, stderr } = await exportWith(program);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: `Exported 2 of 2 sessions to ${folder}.\n`,
  });
  expect((await readdir(folder)).sort()).toEqual(["ses_1.json", "ses_2.json"]);
  expect(JSON.parse(await readFile(join(folder, "ses_1.json"), "utf8"))).toEqual(exportOf);
  // A minute after its last change, an export is complete.
  await utimes(join(folder, "ses_1.json"), 62, 62);
  await utimes(join(folder, "ses_2.json"), 61, 61);
  expect((await exportWith(program)).stderr).toBe(`Exported 1 of 2 sessions to ${folder}.\n`);
});

it("explains a program that is missing, and answers in another form", async () => {
  expect(await exportWith(join(root, "none"))).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("OpenCode cannot be run"),
  });
  expect(await exportWith(await install([{ id: "../x", updated: 1 }]))).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("unknown form"),
  });
  const { stderr } = await exportWith(await install([{ id: "ses_1", updated: 1 }], { error: "gone" }));
  expect(stderr).toContain("ses_1: OpenCode exports it in an unknown form");
  expect(await readdir(folder)).toEqual([]);
});
