import { SecretScanner } from "@baton/core/secret-scanner";
import type { Database } from "@baton/db";
import type { IngestContext } from "./ingest-context";

/**
 * Large enough that a commit is a small part of the work, small
 * enough for memory and for a stop within seconds.
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
