import { ColdError } from "./cold-error";
import type { ColdStore } from "./cold-store";
import { type ColdEnvironment, readColdEnvironment } from "./env";
import { FolderStore } from "./folder-store";
import { S3Store } from "./s3-store";

/** Opens the place that the environment names. @throws ColdError without `BATON_COLD_STORE`; an Error for an invalid one. */
export function openColdStore(environment: ColdEnvironment = readColdEnvironment()): ColdStore {
  const { BATON_COLD_STORE: address } = environment;
  if (address === undefined) {
    throw new ColdError(
      "Cold storage has no place: set BATON_COLD_STORE to a folder or to s3://bucket/prefix, the same for web, ingest and baton.",
    );
  }
  return address.startsWith("s3://") ? new S3Store(address, environment) : new FolderStore(address);
}
