import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StartError } from "../packages/db/server/index.mjs";
import { listenForStop, runCommand } from "../packages/launch/index.mjs";
import { build } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { runEndToEnd } from "./end-to-end.mjs";
import { ensureInstalled } from "./install.mjs";
import { pack } from "./pack/pack.mjs";
import { findPython } from "./python.mjs";
import {
  closingLine,
  listSecondTries,
  listStandIns,
  sum,
  tallyOfCheck,
  tallyOfPlaywright,
  tallyOfUnittest,
  tallyOfVitest,
} from "./tally.mjs";

/** @typedef {import("./tally.mjs").Tally} Tally */
/** @typedef {{ signal: AbortSignal, parameters: readonly string[] }} Run */

const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const REPORTS = join(ROOT, "reports");

/**
 * Notes of the summary: untested parts, and tests that needed a second try.
 * @type {string[]}
 */
const notes = [];

/** Fast stages first. */
const STAGES = /** @type {const} */ ({
  lint,
  types,
  unit,
  python,
  components,
  db,
  e2e,
  package: packages,
});

/** `npm test`: all stages, or the one named on the command line, with further words for its runner. */
export async function runTests() {
  const [name, ...parameters] = process.argv.slice(2);
  const stages = Object.entries(STAGES).filter(([stage]) => name === undefined || stage === name);
  const signal = listenForStop();
  try {
    if (stages.length === 0)
      throw new StartError(`There is no stage “${name}”: ${Object.keys(STAGES).join(", ")}.`);
    mkdirSync(REPORTS, { recursive: true });
    await ensureInstalled(ROOT, signal);
    const tallies = [];
    for (const [stage, run] of stages) tallies.push(await runStage(stage, run, { signal, parameters }));
    const total = sum(tallies);
    // Repeated at the end, because the reports above are between thousands of passed tests.
    for (const failure of total.failures) console.log(`Failed: ${failure}`);
    for (const note of notes) console.log(note);
    console.log(closingLine(total));
    process.exitCode = total.failed > 0 ? 1 : 0;
  } catch (error) {
    process.exitCode = 1;
    if (signal.aborted) return;
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    console.log(closingLine(tallyOfCheck("set up", 1)));
  }
}

/**
 * A stage that cannot run counts as one failed test; the next stages still run.
 * @param {string} name
 * @param {(run: Run) => Promise<Tally>} stage
 * @param {Run} run
 */
async function runStage(name, stage, run) {
  const begin = Date.now();
  console.log(`\n── ${name}`);
  /** @type {Tally} */
  let tally;
  try {
    tally = await stage(run);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.log(error.message);
    tally = tallyOfCheck(`${name}: ${error.message}`, 1);
  }
  console.log(`── ${name}: ${closingLine(tally)} (${Math.round((Date.now() - begin) / 1000)} s)`);
  return tally;
}

/** @param {Run} run */
async function lint({ signal, parameters }) {
  const checks = [
    tallyOfCheck("lint", await show("biome", ["check", ...parameters], signal)),
    tallyOfCheck("class names", await show("tsx", ["scripts/classes/main.ts"], signal)),
    tallyOfCheck("words", await show("tsx", ["scripts/words/main.ts"], signal)),
  ];
  return sum(checks);
}

/** @param {Run} run */
async function types({ signal }) {
  const { code, output } = await runCommand("npm", ["run", "--silent", "typecheck"], { cwd: ROOT, signal });
  if (code !== 0) console.log(output);
  return tallyOfCheck("types", code);
}

/** @param {Run} run */
async function unit(run) {
  return vitest("unit", run);
}

/**
 * The Python package needs an interpreter, which not every machine has.
 * @param {Run} run
 */
async function python({ signal, parameters }) {
  const command = await findPython(ROOT, signal);
  if (command === null) {
    notes.push("Not run: the tests of the Python package, because there is no Python 3.10 or newer.");
    console.log(notes.at(-1));
    return sum([]);
  }
  const { code, output } = await runCommand(command, ["-m", "unittest", ...parameters], {
    cwd: join(ROOT, "python"),
    environment: { ...testEnvironment(), PYTHONDONTWRITEBYTECODE: "1" },
    signal,
    isShown: true,
  });
  return tallyOfUnittest("python", output, code);
}

/** @param {Run} run */
async function components(run) {
  const chromium = await ensureChromium(ROOT, run.signal);
  return vitest("browser", run, { CHROMIUM_PATH: chromium });
}

/** @param {Run} run */
async function db(run) {
  return vitest("db", run);
}

/** @param {Run} run */
async function e2e({ signal, parameters }) {
  await build(ROOT, signal);
  const report = freshReport("e2e");
  const code = await runEndToEnd({ root: ROOT, environment: testEnvironment(), parameters, signal });
  const written = readReport(report);
  noteSecondTries(written);
  return tallyOfPlaywright("e2e", written, code);
}

/** @param {Run} run */
async function packages(run) {
  await pack(ROOT, run.signal);
  return vitest("package", run);
}

/**
 * @param {"unit" | "browser" | "db" | "package"} kind start of the names of its projects
 * @param {Run} run
 * @param {NodeJS.ProcessEnv} [environment]
 */
async function vitest(kind, { signal, parameters }, environment) {
  const report = freshReport(kind);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await show(
    "vitest",
    ["run", "--project", `${kind}*`, ...reporters, ...parameters],
    signal,
    environment,
  );
  const written = readReport(report);
  noteSecondTries(written);
  for (const name of listStandIns(written)) console.log(`A stand-in counts as passed: ${name}`);
  return tallyOfVitest(kind, written, code);
}

/** @param {string | undefined} report */
function noteSecondTries(report) {
  for (const name of listSecondTries(report)) notes.push(`Passed on its second try: ${name}`);
}

/**
 * @param {string} program of node_modules/.bin
 * @param {readonly string[]} parameters
 * @param {AbortSignal} signal
 * @param {NodeJS.ProcessEnv} [environment] in addition to the tests' own
 */
async function show(program, parameters, signal, environment) {
  const command = join(ROOT, "node_modules", ".bin", program);
  const { code } = await runCommand(command, parameters, {
    cwd: ROOT,
    environment: { ...testEnvironment(), ...environment },
    signal,
    isShown: true,
  });
  return code;
}

/**
 * Returns the environment of the tests: no settings of a Baton on this machine, except the seed of random
 * choices.
 */
function testEnvironment() {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:BATON_(?!SEED$)|DATABASE_URL$|PG)/.test(name),
  );
  const colour = process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" };
  return { ...Object.fromEntries(own), ...colour };
}

/**
 * @param {string} stage
 * @returns {string} path of a report that does not exist yet
 */
function freshReport(stage) {
  const report = join(REPORTS, `${stage}.json`);
  rmSync(report, { force: true });
  return report;
}

/** @param {string} report */
function readReport(report) {
  try {
    return readFileSync(report, "utf8");
  } catch {
    return undefined;
  }
}
