import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lastLines, runCommand } from "@baton/launch";
import versions from "./versions.json" with { type: "json" };

export type ClientName = keyof typeof versions;

/** Clients without their optional packages: the SDK runs the binary of Claude Code that is installed anyway. */
const WITHOUT_OPTIONAL: readonly ClientName[] = ["claude-agent-sdk"];

const INSTALL_MILLISECONDS = 300_000;

/**
 * Installs a client's packages in the versions of `versions.json`, unless they are installed.
 *
 * @param folder of all clients.
 * @returns the folder that the client's `node_modules` is in.
 * @throws {Error} with the end of npm's output.
 */
export async function installClient(name: ClientName, folder: string): Promise<string> {
  const home = join(folder, name);
  const dependencies = versions[name];
  // A script of its package installs Claude Code's binary.
  const allowScripts = Object.fromEntries(Object.keys(dependencies).map((each) => [each, true]));
  const manifest = JSON.stringify({ private: true, type: "module", dependencies, allowScripts });
  const installed = join(home, "installed.json");
  if (existsSync(installed) && readFileSync(installed, "utf8") === manifest) return home;
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  await writeFile(join(home, "package.json"), manifest);
  const omitted = WITHOUT_OPTIONAL.includes(name) ? ["--omit=optional"] : [];
  const parameters = ["install", "--no-audit", "--no-fund", "--loglevel=error", ...omitted];
  const signal = AbortSignal.timeout(INSTALL_MILLISECONDS);
  const { code, output } = await runCommand("npm", parameters, { cwd: home, signal });
  const names = Object.entries(dependencies).map((each) => each.join("@"));
  if (code !== 0) throw new Error(`npm cannot install ${names.join(", ")}:\n${lastLines(output, 5)}`);
  await writeFile(installed, manifest);
  return home;
}
