import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { connect } from "@baton/db";
import { checkLine } from "../src/pipeline/check-line";
import { ingestPaths } from "../src/pipeline/ingest-paths";
import { readPeak } from "./read-peak";

/**
 * Reads files one after the other into a database, and prints after each the most memory that the process
 * ever had resident, in MiB: `ingest-child URL MODE PATH…`. In the mode `greedy` it reads each whole and at
 * once, with all content that was kept beside it, for the tests to notice.
 */
const [, , url = "", mode = "careful", ...paths] = process.argv;
// A workspace of its own: what another process has read is read again.
const workspaceId = randomUUID();
const { db, close } = connect(url, { max: 2 });
for (const path of paths) {
  if (mode === "greedy") {
    const lines = (await readFile(path, "latin1")).split("\n");
    process.stdout.write(lines.map((line) => checkLine(Buffer.from(line))).length === 0 ? "0 " : "");
    const contents = join(dirname(path), "contexts");
    const names = await readdir(contents).catch(() => []);
    await Promise.all(names.map((name) => readFile(join(contents, name), "utf8")));
  } else await ingestPaths({ db, workspaceId, paths: [path] });
  process.stdout.write(`${await readPeak("self")}\n`);
}
await close();
