import { setTimeout as sleep } from "node:timers/promises";
import type { Environment } from "../src/env";
import { startIngest } from "../src/start-ingest";
import { buildEnvironment } from "./environment";

const REST_MILLISECONDS = 20;

/** A running ingest. */
export interface ServedIngest {
  url: string;
  /** Stops ingest, as a signal would. */
  stop(): Promise<void>;
}

/** Starts ingest on a database, and waits until it accepts requests. */
export async function serveRequests(
  databaseUrl: string,
  overrides: Partial<Environment> = {},
): Promise<ServedIngest> {
  const ingest = await startIngest(buildEnvironment(databaseUrl, overrides));
  const url = `http://127.0.0.1:${ingest.port}`;
  while ((await fetch(`${url}/readyz`)).status !== 200) await sleep(REST_MILLISECONDS);
  return { url, stop: () => ingest.stop("the test is over") };
}
