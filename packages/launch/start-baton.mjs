import { delimiter, join } from "node:path";
import { findFreePort, StartError } from "../db/server/index.mjs";
import { basePathOf } from "./base-path.mjs";
import { ENVIRONMENT } from "./env.mjs";
import { PROGRAMS } from "./programs.mjs";
import { step } from "./progress.mjs";
import { lastLines, runCommand } from "./run-command.mjs";
import { readSecret } from "./secret.mjs";
import { startService, untilHealthy } from "./service.mjs";
import { createSignInLink } from "./sign-in-link.mjs";
import { batonCommandOf, startCommandOf } from "./start-command.mjs";

/** Turns off telemetry of the tools that Baton uses. */
export const NO_TELEMETRY = { NEXT_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" };

/** Browsers keep streams open as long as their page, so the web server need not wait for them. */
const WEB_GRACE_MILLISECONDS = 2_000;
/** Time to commit the current batch. */
const INGEST_GRACE_MILLISECONDS = 10_000;

/**
 * Ingest's `NODE_OPTIONS`. Without a limit, Node collects garbage late and takes twice the memory for the
 * same work.
 */
export const INGEST_NODE_OPTIONS = "--max-old-space-size=256";

/**
 * @typedef {object} Baton
 * @property {number} port of the web server, on 127.0.0.1
 * @property {string} address of the web server
 * @property {number} ingestPort where programs post to, on 127.0.0.1
 * @property {string | null} signInLink opens it signed in, once; null if the first account has a password
 * @property {import("./service.mjs").Service[]} services
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the built ingest and web server on a database, and fills it with sample data if it is new.
 *
 * @param {object} options
 * @param {string} options.root of the product
 * @param {string} options.databaseUrl
 * @param {string} options.dataFolder absolute path; contains the logs and the sample's files
 * @param {readonly string[]} options.follow absolute paths of files and folders for ingest to follow
 * @param {number} options.port of the web server, ingest uses the next one; if one is in use, the next free
 * one
 * @param {AbortSignal} options.signal
 * @returns {Promise<Baton>} once both respond
 * @throws {StartError}
 */
export async function startBaton({ root, databaseUrl, dataFolder, follow, port, signal }) {
  const webPort = await findFreePort(port);
  const ingestPort = await findFreePort(webPort + 1);
  const address = `http://127.0.0.1:${webPort}${basePathOf(ENVIRONMENT.BATON_URL)}`;
  const environment = {
    ...ENVIRONMENT,
    ...NO_TELEMETRY,
    NODE_ENV: "production",
    DATABASE_URL: databaseUrl,
    BATON_URL: ENVIRONMENT.BATON_URL || address,
    BATON_SECRET: readSecret(dataFolder, ENVIRONMENT.BATON_SECRET),
    BATON_DATA: dataFolder,
    BATON_PROJECT_ROOT: root,
    BATON_FOLLOW: follow.join(delimiter),
    BATON_INGEST_PORT: String(ingestPort),
    BATON_START_COMMAND: startCommandOf(root, dataFolder, ENVIRONMENT),
    BATON_COMMAND: batonCommandOf(root, dataFolder, ENVIRONMENT),
    HOSTNAME: "127.0.0.1",
    PORT: String(webPort),
  };
  const ingest = startService({
    name: "Ingest",
    command: [join(root, PROGRAMS.ingest)],
    cwd: root,
    environment: { ...environment, NODE_OPTIONS: `${INGEST_NODE_OPTIONS} ${ENVIRONMENT.NODE_OPTIONS ?? ""}` },
    logFile: join(dataFolder, "ingest.log"),
    graceMs: INGEST_GRACE_MILLISECONDS,
  });
  const web = startService({
    name: "The web server",
    command: [join(root, PROGRAMS.web)],
    cwd: root,
    environment,
    logFile: join(dataFolder, "web.log"),
    graceMs: WEB_GRACE_MILLISECONDS,
  });
  const services = [ingest, web];
  const stop = async () => {
    await Promise.all(services.map((service) => service.stop()));
  };
  try {
    const ready = step("Starting ingest", () =>
      untilHealthy(ingest, `http://127.0.0.1:${ingestPort}/readyz`, signal),
    );
    const [signInLink] = await Promise.all([
      ready
        .then(() => loadSample({ root, dataFolder, environment, signal }))
        .then(() => createSignInLink({ root, address, environment, signal })),
      step("Starting the web server", () => untilHealthy(web, address, signal)),
    ]);
    return { port: webPort, address, ingestPort, signInLink, services, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * @param {{ root: string, dataFolder: string, environment: NodeJS.ProcessEnv, signal: AbortSignal }} options
 */
async function loadSample({ root, dataFolder, environment, signal }) {
  const command = join(root, PROGRAMS.baton);
  const parameters = [command, "demo", "--if-empty", "--out", join(dataFolder, "sample")];
  const { code, output } = await step("Loading the sample", () =>
    runCommand(process.execPath, parameters, { cwd: root, environment, signal }),
  );
  if (code !== 0) throw new StartError(`The sample could not be loaded:\n${lastLines(output, 8)}`);
}
