import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { StartError } from "../packages/db/server/index.mjs";
import { lastLines, listenForStop, runCommand, step } from "../packages/launch/index.mjs";
import { pack } from "./pack/pack.mjs";
import { reportStartError } from "./report-start-error.mjs";

/** `npm run release`: packs and publishes the npm packages. With `--dry-run`, npm only shows what it would publish. */
await reportStartError(async () => {
  const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
  const signal = listenForStop();
  const { values } = parseArgs({ options: { "dry-run": { type: "boolean", default: false } } });
  const isTrial = values["dry-run"];
  const open = readdirSync(join(root, ".changeset")).filter((name) => /^(?!README).*\.md$/.test(name));
  if (open.length > 0 && !isTrial) {
    throw new StartError(`Run \`npx changeset version\` and commit: ${open.join(", ")} has no version yet.`);
  }
  for (const tarball of await pack(root, signal)) {
    const words = ["publish", join(root, tarball), "--access=public", ...(isTrial ? ["--dry-run"] : [])];
    const publish = () => runCommand("npm", words, { cwd: root, signal });
    const { code, output } = await step(`Publishing ${tarball}`, publish);
    if (code !== 0) throw new StartError(`${tarball} was not published:\n${lastLines(output)}`);
    console.log(lastLines(output, 1));
  }
});
