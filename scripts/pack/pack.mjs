import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../../packages/db/server/index.mjs";
import { lastLines, runCommand, step } from "../../packages/launch/index.mjs";
import { build } from "../build.mjs";
import { ADAPTERS, assembleAdapter } from "./assemble-adapter.mjs";
import { assembleClaudeCode } from "./assemble-claude-code.mjs";
import { assembleCli } from "./assemble-cli.mjs";
import { assembleCore } from "./assemble-core.mjs";

/**
 * The published packages: each function fills an empty folder with the files of one package.
 * @type {Record<string, (root: string, folder: string) => void | Promise<void>>}
 */
const PACKAGES = {
  "baton-core": assembleCore,
  "baton-cli": assembleCli,
  "baton-claude-code": assembleClaudeCode,
  ...Object.fromEntries(
    ADAPTERS.map((name) => [
      `baton-${name}`,
      (/** @type {string} */ root, /** @type {string} */ folder) => assembleAdapter(name, root, folder),
    ]),
  ),
};

/**
 * Builds everything, and packs the published packages into `dist/*.tgz`; their files stay in `dist/NAME`.
 * @param {string} root of the clone
 * @param {AbortSignal} signal
 * @returns {Promise<string[]>} paths of the tarballs, relative to the root
 * @throws {StartError}
 */
export async function pack(root, signal) {
  await build(root, signal);
  const output = join(root, "dist");
  const tarballs = [];
  for (const [name, assemble] of Object.entries(PACKAGES)) {
    const folder = join(output, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await assemble(root, folder);
    copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
    const words = ["pack", "--loglevel=error", "--pack-destination", output];
    const result = await step(`Packing ${name}`, () => runCommand("npm", words, { cwd: folder, signal }));
    if (result.code !== 0) throw new StartError(`${name} could not be packed:\n${lastLines(result.output)}`);
    const [tarball] = /^\S+\.tgz$/m.exec(result.output) ?? [];
    // npm can add a line about its own next version.
    if (tarball === undefined)
      throw new StartError(`npm did not name the tarball of ${name}:\n${result.output}`);
    tarballs.push(join("dist", tarball));
  }
  return tarballs;
}
