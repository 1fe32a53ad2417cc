import type { ClientLab } from "./client-lab";
import type { ModelCall } from "./model-call";
import type { ModelLog } from "./model-log";
import { describeCall } from "./stored";

/** Compares the model calls that Baton stored with those that the client's model was asked. */
export async function checkCalls(
  { checks, stored }: ClientLab,
  log: ModelLog,
  placeOf: (call: ModelCall) => { agent: string; session?: string },
): Promise<void> {
  checks.equal("requests without an answer", log.unexpected, []);
  checks.equal("lines that cannot be read", await stored.quarantined(), []);
  checks.equal(
    "calls",
    await stored.calls(),
    log.calls.map((call) => describeCall(call, placeOf(call))).sort(),
  );
}
