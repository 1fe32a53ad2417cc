import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { connect } from "@baton/db";
import { checkLine } from "../src/pipeline/check-line";
import { ingestPaths } from "../src/pipeline/ingest-paths";
import { readPeak } from "./read-peak";

/**
 * Reads files one after another into a database, and prints after each the peak resident memory of the
 * process in MiB: `ingest-child URL MODE PATH…`. The mode `greedy` reads each file and its captured content
 * as a whole, which the tests must catch.
 */
const [, , url = "", mode = "careful", ...paths] = process.argv;
// Use a new workspace, so that files read by another process are read again.
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
