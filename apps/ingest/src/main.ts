import { readEnvironment } from "./env";
import { type Ingest, startIngest } from "./start-ingest";

const ingest = await start();

ingest.prepared.catch((error: unknown) => {
  explain(error);
  const exit = () => process.exit(1);
  ingest.stop("the database cannot be used").then(exit, exit);
});

let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    ingest.stop(signal).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}

async function start(): Promise<Ingest> {
  try {
    return await startIngest(readEnvironment());
  } catch (error) {
    explain(error);
    process.exit(1);
  }
}

function explain(error: unknown): void {
  process.stderr.write(`Ingest cannot start. ${error instanceof Error ? error.message : String(error)}\n`);
}
