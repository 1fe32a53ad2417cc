/** Entries of a list that a comment shows. */
const MAX_LISTED = 30;
/** GitHub rejects longer comments (65,536 characters). */
const MAX_COMMENT = 60_000;

/**
 * Results of the commands, as `--json` prints them. Null: it was not run.
 * @typedef {object} Check
 * @property {string} file
 * @property {any} diff
 * @property {any} test
 * @property {any} replay
 * @property {string | null} replayProblem why the replay failed
 * @property {string} range
 */

/**
 * Returns the comment in Markdown.
 * @param {Check} check
 * @returns {string}
 */
export function describeCheck({ file, diff, test, replay, replayProblem, range }) {
  const findings = [diff, test].find(
    (result) => result?.ok === false && result.tests === undefined,
  )?.findings;
  const parts = [
    `### Policy ${code(file)}`,
    ...(findings ? describeFindings(findings) : [...describeDiff(diff), ...describeTests(test)]),
    ...(replay ? describeReplay(replay, range) : []),
    ...(replayProblem === null ? [] : [`**Replay** failed: ${text(replayProblem)}`]),
  ];
  const comment = parts.join("\n\n");
  return comment.length <= MAX_COMMENT ? comment : `${comment.slice(0, MAX_COMMENT)}\n\n… shortened`;
}

/** @param {any[]} findings */
function describeFindings(findings) {
  return [
    "❌ The document is not a valid policy.",
    list(findings.map(({ message, path }) => `${code(path || "the whole document")}: ${text(message)}`)),
  ];
}

/** @param {any} diff */
function describeDiff(diff) {
  const proof = diff.stricter_only
    ? "✅ Stricter only: nothing new can pass between any agents."
    : `⚠️ Not stricter only: ${text(diff.loosening)}.`;
  const pairs = diff.pairs.map((/** @type {any} */ pair) => {
    const passes = pair.newly_let_through.map((/** @type {any} */ { field }) => code(field));
    const blocked = pair.newly_blocked.map((/** @type {any} */ { field }) => code(field));
    const changes = [
      ...(passes.length > 0 ? [`newly passes ${passes.join(", ")}`] : []),
      ...(blocked.length > 0 ? [`no longer passes ${blocked.join(", ")}`] : []),
    ];
    return `${code(pair.from)} → ${code(pair.to)}: ${changes.join("; ") || "another rule applies"}`;
  });
  const rules = diff.rules.map((/** @type {any} */ { rule_id, kind }) => `rule ${code(rule_id)} ${kind}`);
  const settings = diff.settings.map((/** @type {any} */ { setting }) => `${code(setting)} changed`);
  const changes = [...pairs, ...rules, ...settings];
  return [`This ${text(diff.headline)}.`, proof, ...(changes.length > 0 ? [list(changes)] : [])];
}

/** @param {any} test */
function describeTests({ tests }) {
  if (tests.length === 0) return [];
  const failed = tests.filter((/** @type {any} */ { passes }) => !passes);
  if (failed.length === 0) return [`✅ ${count(tests.length, "policy test")} passed.`];
  return [
    `❌ ${failed.length} of ${count(tests.length, "policy test")} failed.`,
    list(
      failed.map(
        (/** @type {any} */ { name, failures }) => `**${text(name)}**: ${failures.map(text).join("; ")}`,
      ),
    ),
  ];
}

/** @param {any} replay @param {string} range */
function describeReplay(replay, range) {
  const { now, replayed } = replay.after_tokens;
  const unknown = replay.unknown_handoffs;
  const without = unknown > 0 ? `, ${formatNumber(unknown)} more without known fields` : "";
  return [
    `**Replay** over ${count(replay.handoffs, "handoff")} of ${code(range)}${without}: ${formatNumber(now)} tokens pass now, ${formatNumber(replayed)} with this change.`,
    ...listFields("would newly pass", replay.newly_passes),
    ...listFields("would newly be removed", replay.newly_removed),
  ];
}

/** @param {string} what @param {any[]} fields */
function listFields(what, fields) {
  if (fields.length === 0) return [];
  const entries = fields.map(
    ({ from, to, path, handoffs }) =>
      `${code(path)}, ${code(from)} → ${code(to)}: ${count(handoffs, "handoff")}`,
  );
  return [`${count(fields.length, "field")} ${what}:`, list(entries)];
}

/** @param {string[]} entries */
function list(entries) {
  const shown = entries.slice(0, MAX_LISTED).map((entry) => `- ${entry}`);
  const rest = entries.length - shown.length;
  return [...shown, ...(rest > 0 ? [`- … and ${rest} more`] : [])].join("\n");
}

/** @param {number} number @param {string} noun */
function count(number, noun) {
  return `${formatNumber(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** @param {number} number */
function formatNumber(number) {
  return number.toLocaleString("en-US");
}

/**
 * Names come from the pull request: as code, they create no link, mention or markup.
 * @param {unknown} name
 */
function code(name) {
  const line = String(name).replace(/\s+/g, " ");
  const fence = "`".repeat(Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const padding = line.startsWith("`") || line.endsWith("`") || line === "" ? " " : "";
  return `${fence}${padding}${line}${padding}${fence}`;
}

/**
 * Escapes a sentence for Markdown, except code in backticks, which the messages of Baton use.
 * @param {unknown} sentence
 */
function text(sentence) {
  return String(sentence)
    .replace(/\s+/g, " ")
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\<>[\]*_~|#@!`]/g, escapeCharacter)))
    .join("");
}

/** @param {string} character */
function escapeCharacter(character) {
  // A backslash does not keep GitHub from linking a mention.
  return character === "@" ? "@\u200b" : `\\${character}`;
}
