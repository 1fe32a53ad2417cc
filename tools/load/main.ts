import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { migrate } from "@baton/db/migrate";
import { startPostgres } from "@baton/db/server";
import { calculate, FLEET, UNITS } from "./calculate";
import { loadDocuments } from "./documents";
import { loadHandoffs } from "./load";

const HOUR = 3_600_000;
const MIGRATIONS = fileURLToPath(new URL("../../packages/db/migrations", import.meta.url));

const USAGE = `npm run load -- [--handoffs 2000000] [--days 90] [--folder DIR | --database postgres://…] [--end TIME] [--seed 1]
  [--workspace default] [--connections 2] [--serve] [--calculate]

Fills a database of its own with handoffs over some days up to a moment (the last whole hour), and with 8 manifests and 24 tasks a day, to try
Baton on much data.
--folder   where a PostgreSQL of its own keeps its data, and where the manifests lie; without it: .data/load
--database one that runs elsewhere
--calculate only prints what a billion handoffs of 1,000 workspaces and 200 clients would need
--serve    goes on until it is interrupted, so that the PostgreSQL of the folder stays up`;

const { values } = parseArgs({
  options: {
    handoffs: { type: "string", default: "2000000" },
    days: { type: "string", default: "90" },
    folder: { type: "string" },
    database: { type: "string" },
    end: { type: "string" },
    seed: { type: "string", default: "1" },
    workspace: { type: "string", default: "default" },
    connections: { type: "string", default: "2" },
    serve: { type: "boolean", default: false },
    calculate: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const numbers = [values.handoffs, values.days, values.seed, values.connections].map(Number);
const [handoffs = 0, days = 0, seed = 0, connections = 0] = numbers;
const end = values.end === undefined ? Date.now() : Date.parse(values.end);
if (values.help || !numbers.every((count) => Number.isInteger(count) && count > 0) || !end) {
  console.error(USAGE);
  process.exit(values.help ? 0 : 2);
}
if (values.calculate) {
  console.log(calculate(FLEET, UNITS));
  process.exit();
}

const folder = resolve(values.folder ?? ".data/load");
const server = values.database === undefined ? await startFolder() : null;
const url = values.database ?? server?.url ?? "";
try {
  console.log(`The database: ${url}`);
  await migrate(url, MIGRATIONS);
  const settings = { handoffs, days, seed, connections, workspaceId: values.workspace };
  const load = { ...settings, end: end - (end % HOUR) };
  const start = performance.now();
  let stored = 0;
  await loadHandoffs(url, load, ({ day, handoffs: ofDay, sessions }) => {
    stored += ofDay;
    const seconds = (performance.now() - start) / 1_000;
    const rate = Math.round(stored / seconds);
    console.log(`${day}: ${ofDay} handoffs in ${sessions} sessions; ${rate} handoffs/s so far`);
  });
  console.log(`${stored} handoffs loaded in ${Math.round((performance.now() - start) / 1_000)} s`);
  await loadDocuments(url, load, join(folder, "documents"));
  if (values.serve && server) await untilStopped();
} finally {
  await server?.stop();
}

async function startFolder() {
  await mkdir(folder, { recursive: true });
  const dataDirectory = join(folder, "pg");
  return startPostgres({ dataDirectory, fast: true, onProgress: (message) => console.error(message) });
}

/** A pending promise does not keep the process alive. */
function untilStopped(): Promise<void> {
  console.log("Serving until it is interrupted (Ctrl-C)");
  const idle = setInterval(() => {}, 1 << 30);
  return new Promise((stop) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        clearInterval(idle);
        stop();
      });
    }
  });
}
