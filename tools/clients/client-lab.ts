import type { Database } from "@baton/db";
import type { Checks } from "../real-inputs/checks";
import type { ModelStub } from "./model-stub";
import type { Stored } from "./stored";

/** The means of a client's checks. */
export interface ClientLab {
  checks: Checks;
  stub: ModelStub;
  db: Database;
  stored: Stored;
  /** The folder that the client's `node_modules` is in. */
  home: string;
  /** An empty folder for files that the client writes. */
  scratch: string;
  /** Address of ingest for traces, and a key for the client's workspace. */
  traces: { url: string; token: string };
  workspaceId: string;
}
