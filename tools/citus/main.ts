import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCitus } from "./build-citus";
import { startCitus } from "./start-citus";

const USAGE = `BATON_CITUS_SOURCE=DIR npm run citus -- tests [FILES…]        the database tests
BATON_CITUS_SOURCE=DIR npm run citus -- figures            every page compared with one server
BATON_CITUS_SOURCE=DIR npm run citus -- reliability [--minutes 3]  the reliability run
BATON_CITUS_SOURCE=DIR npm run citus -- serve              nodes until Ctrl-C

Builds Citus from its source tree, once per version, into .data/citus; needs a C compiler and the development files of PostgreSQL (PG_CONFIG,
or pg_config of the PATH). Starts a coordinator and two workers on loopback, and runs one of these against them.`;

const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

const COMMANDS: Record<string, string[]> = {
  tests: ["node_modules/vitest/vitest.mjs", "run", "--project", "db*"],
  figures: ["node_modules/vitest/vitest.mjs", "run", "--project", "nodes"],
  reliability: ["--import", "tsx", "tools/reliability/main.ts"],
  serve: ["-e", "setInterval(() => {}, 1e6)"],
};

const [name = "", ...parameters] = process.argv.slice(2);
const command = COMMANDS[name];
const { BATON_CITUS_SOURCE: source, PG_CONFIG: pgConfig = "pg_config" } = process.env;
if (!command || !source) {
  console.error(USAGE);
  process.exit(2);
}

const build = buildCitus({ source, folder: join(ROOT, ".data", "citus"), pgConfig });
const cluster = await startCitus(build, { workers: 2, logFolder: join(ROOT, ".data", "citus") });
console.log(
  `Citus ${build.versions.citus} on PostgreSQL ${build.versions.postgresql}: ${cluster.urls.join(" ")}`,
);
// The program below ends on Ctrl-C; then the nodes end.
process.on("SIGINT", () => {});
try {
  const child = spawn(process.execPath, [...command, ...parameters], {
    cwd: ROOT,
    env: { ...process.env, BATON_TEST_NODES: cluster.urls.join() },
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  process.exitCode = code ?? 1;
} finally {
  await cluster.stop();
}
process.exit();
