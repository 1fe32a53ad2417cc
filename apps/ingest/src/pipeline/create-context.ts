import { SecretScanner } from "@baton/core/secret-scanner";
import type { Database } from "@baton/db";
import type { IngestContext } from "./ingest-context";

/**
 * Large enough that commits take a small part of the time; small enough for memory and to stop within
 * seconds.
 */
const BATCH_BYTES = 1024 * 1024;

/** Creates the dependencies of the pipeline, once per process. */
export function createContext({
  db,
  storesContent,
  batchBytes = BATCH_BYTES,
}: {
  db: Database;
  storesContent: boolean;
  batchBytes?: number;
}): IngestContext {
  return {
    db,
    storesContent,
    batchBytes,
    isLastTry: false,
    scanner: new SecretScanner(),
    knownMonths: new Set(),
  };
}
