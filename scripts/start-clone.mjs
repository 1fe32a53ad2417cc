import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { StartError } from "../packages/db/server/index.mjs";
import { launch, readStartOptions } from "../packages/launch/index.mjs";
import { build } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";
import { reportStartError } from "./report-start-error.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

export const USAGE = `npm start [-- OPTION …]

  --follow PATH   read the session files in PATH, now and as they grow, and once it exists; may be given several times
  --data FOLDER   folder of the database and of all other data (default: .data in the clone)
  --port NUMBER   port of the web server (default: 3000)
  --help          print this

Environment: PORT (3000) of the web server, DATABASE_URL of a PostgreSQL of your own, BATON_DATA the folder of the data,
BATON_FOLLOW paths to follow, separated by “${delimiter}”.`;

/** `npm start`: installs and builds what changed in this clone, then starts it as `baton start` does. */
export function startClone() {
  return reportStartError(async () => {
    const { help, ...given } = parseWords(process.argv.slice(2));
    if (help) return console.log(USAGE);
    const folder = process.env.INIT_CWD ?? process.cwd();
    await launch({
      root: ROOT,
      options: readStartOptions(given, process.env, folder, ROOT),
      prepare: async (signal) => {
        await ensureInstalled(ROOT, signal);
        await build(ROOT, signal, process.env.BATON_URL);
      },
    });
  });
}

/**
 * @param {readonly string[]} words
 * @throws {StartError} for an invalid word
 */
export function parseWords(words) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        follow: { type: "string", multiple: true },
        data: { type: "string" },
        port: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    // npm keeps options without “--” in front for itself, and passes on only their values.
    const isOption = words.some((word) => word.startsWith("-"));
    const advice = isOption ? "" : "\nOptions need “--” before them: npm start -- --follow PATH";
    throw new StartError(`${reason}${advice}\n\n${USAGE}`);
  }
}
