import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeCheck } from "./describe-check.mjs";
import { GITHUB, INPUTS } from "./env.mjs";
import { writeComment } from "./pull-request-comment.mjs";

/** Without a policy, every handoff is minimal. */
const WITHOUT_POLICY = JSON.stringify({ multi_agent_handoffs: { default_handoff_mode: "minimal" } });

const { pull_request: pullRequest = null } = JSON.parse(readFileSync(GITHUB.eventPath, "utf8"));
const { file } = INPUTS;

const before = writeBase(pullRequest?.base.sha ?? "HEAD~1");
const { result: diff, problem: diffProblem } = runBaton("policy", "diff", before, file);
const { result: test, problem: testProblem } = runBaton("policy", "test", file);
if (diff === null || test === null)
  fail(`${file} was not checked: ${test === null ? testProblem : diffProblem}`);
const isValid = diff.ok !== false;
const { replay, replayProblem } = isValid ? runReplay() : { replay: null, replayProblem: null };

const body = describeCheck({ file, diff, test, replay, replayProblem, range: INPUTS.range });
if (GITHUB.summaryPath) appendFileSync(GITHUB.summaryPath, `${body}\n`);
if (pullRequest !== null) await comment(pullRequest.number);

if (!isValid) fail(`${file} is not a valid policy.`);
if (!test.ok) fail("A policy test fails.");
if (replay?.ok === false) fail("The replay found changes that this check does not allow (fail-on).");

function runReplay() {
  if (INPUTS.server === undefined) return { replay: null, replayProblem: null };
  if (!INPUTS.hasKey) return { replay: null, replayProblem: "the input api-key is missing" };
  const options = ["--range", INPUTS.range, "--fail-on", INPUTS.failOn];
  const { result, problem } = runBaton("policy", "replay", file, ...options);
  return { replay: result, replayProblem: result === null ? problem : null };
}

/** @param {number} number of the pull request */
async function comment(number) {
  const { api, repository, token } = GITHUB;
  try {
    if (token === undefined) throw new Error("the input github-token is missing");
    const marker = `<!-- baton-policy ${encodeURIComponent(file)} -->`;
    const done = await writeComment({ api, repository, token }, { number, marker, body });
    process.stdout.write(`The comment on pull request ${number} was ${done}.\n`);
  } catch (error) {
    // A pull request from a fork has no token that can write. The summary has the same text.
    process.stdout.write(`::warning::No comment: ${error instanceof Error ? error.message : error}.\n`);
  }
}

/**
 * Writes the document as it is in a commit to a file.
 * @param {string} commit
 * @returns {string} its path
 */
function writeBase(commit) {
  const path = join(mkdtempSync(join(tmpdir(), "baton-base-")), "before.json");
  // A checkout has the last commit only, by default.
  if (run("git", "cat-file", "-e", `${commit}^{commit}`).status !== 0) {
    run("git", "fetch", "--no-tags", "--depth=1", "origin", commit);
  }
  const shown = run("git", "show", `${commit}:${file}`);
  writeFileSync(path, shown.status === 0 ? shown.stdout : WITHOUT_POLICY);
  return path;
}

/**
 * Runs a command of Baton with --json.
 * @param {string[]} words
 * @returns {{ result: any, problem: string }} `result` is null if it printed none; then `problem` has the reason
 */
function runBaton(...words) {
  // The command can have words of its own, so a shell reads it; the others are passed as they are.
  const { stdout, stderr } = run("bash", "-c", `${INPUTS.command} "$@"`, "baton", ...words, "--json");
  const problem = (stderr || "it printed nothing").trim();
  try {
    return { result: JSON.parse(stdout), problem };
  } catch {
    return { result: null, problem };
  }
}

/** @param {string} program @param {string[]} words */
function run(program, ...words) {
  return spawnSync(program, words, { encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  process.stdout.write(`::error::${message}\n`);
  process.exit(1);
}
