import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "@baton/db/server";
import { z } from "zod";
import { readEnvironment } from "./env";
import { dataFolder } from "./project";

/** Default address of Baton on this machine. */
const LOCAL_ADDRESS = "http://127.0.0.1:3000";

/** Record of the Baton that runs on this machine (`packages/launch/run-record.mjs`). */
const RunRecord = z.object({ pid: z.int(), address: z.url() });

/** Returns the address of Baton: `BATON_URL`, else that of the Baton that runs here, else the default. */
export function findServerAddress(dataDirectory = dataFolder()): string {
  return readEnvironment().BATON_URL ?? readRunningAddress(dataDirectory) ?? LOCAL_ADDRESS;
}

function readRunningAddress(dataDirectory: string): string | null {
  try {
    const record = RunRecord.parse(JSON.parse(readFileSync(join(dataDirectory, "baton.json"), "utf8")));
    return isAlive(record.pid) ? record.address : null;
  } catch {
    return null;
  }
}
