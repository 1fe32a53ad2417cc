import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { StartError } from "../packages/db/server/index.mjs";
import { lastLines, runCommand, step } from "../packages/launch/index.mjs";

const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Finds a Chromium for tests, or installs one: Debian's as root, else Playwright's.
 * @param {string} root of the project
 * @param {AbortSignal} signal
 * @returns {Promise<string>} absolute path of the program
 * @throws {StartError}
 */
export async function ensureChromium(root, signal) {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (runs(chosen)) return chosen;
    throw new StartError(`CHROMIUM_PATH is ${chosen}, which does not run: correct or unset it.`);
  }
  const found = findChromium(root);
  if (found) return found;
  const failures = [];
  for (const [command, ...parameters] of installers(root)) {
    const run = () => runCommand(command, parameters, { cwd: root, signal, environment: APT_ENVIRONMENT });
    const { code, output } = await step(`Installing Chromium (${[command, ...parameters].join(" ")})`, run);
    if (code !== 0) failures.push(lastLines(output, 4));
    const installed = findChromium(root);
    if (installed) return installed;
  }
  throw new StartError(
    `There is no Chromium and it could not be installed: install it and set CHROMIUM_PATH.\n${failures.join("\n")}`,
  );
}

const APT_ENVIRONMENT = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };

/** @param {string} root @returns {[string, ...string[]][]} */
function installers(root) {
  const playwright = join(root, "node_modules", ".bin", "playwright");
  const wait = ["-o", "DPkg::Lock::Timeout=120"];
  /** @type {[string, ...string[]][]} */
  const debian = [
    ["apt-get", ...wait, "update"],
    ["apt-get", ...wait, "install", "-y", "--no-install-recommends", "chromium"],
  ];
  const isDebian = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  return [...(isDebian ? debian : []), [playwright, "install", "chromium"]];
}

/** @param {string} root */
function findChromium(root) {
  return [...USUAL_PLACES, placeOfPlaywright(root)].find((path) => existsSync(path) && runs(path));
}

/**
 * @param {string} root
 * @returns {string} path of Playwright's own Chromium, which may not exist
 */
function placeOfPlaywright(root) {
  return createRequire(join(root, "e2e", "package.json"))("@playwright/test").chromium.executablePath();
}

/**
 * Some systems put a program there that only explains how to install the browser.
 * @param {string} path
 */
function runs(path) {
  return spawnSync(path, ["--version"], { stdio: "ignore", timeout: 30_000 }).status === 0;
}
