import { readFile } from "node:fs/promises";
import { connect } from "@baton/db";
import { checkLine } from "../src/pipeline/check-line";
import { ingestPaths } from "../src/pipeline/ingest-paths";

/**
 * Reads files one after the other into a database, and prints after each the most memory that the process ever had resident, in MiB
 * (`VmHWM`, proc(5)): `ingest-child URL MODE PATH…`. In the mode `greedy` it reads each whole and at once, for the tests to notice.
 */
const [, , url = "", mode = "careful", ...paths] = process.argv;
const { db, close } = connect(url, { max: 2 });
for (const path of paths) {
  if (mode === "greedy") {
    const lines = (await readFile(path, "latin1")).split("\n");
    process.stdout.write(lines.map((line) => checkLine(Buffer.from(line))).length === 0 ? "0 " : "");
  } else await ingestPaths({ db, workspaceId: "w", paths: [path] });
  const status = await readFile("/proc/self/status", "utf8");
  process.stdout.write(`${Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024}\n`);
}
await close();
