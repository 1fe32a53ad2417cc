import "server-only";
import { env } from "@/env";
import { database } from "../database";
import { log } from "../log";
import { createRoutes } from "./create-routes";
import { PolicyChanges } from "./policy-changes";

/** Kept on the process, as the pool is: one listening connection, however many bundles hold this module. */
const shared: typeof globalThis & { batonPolicyChanges?: PolicyChanges } = globalThis;

function policyChanges(): PolicyChanges {
  if (shared.batonPolicyChanges) return shared.batonPolicyChanges;
  const changes = new PolicyChanges(env().DATABASE_URL, (error) =>
    log.error("listening for policy changes failed, retrying", { error }),
  );
  // Next stops only when the last connection is closed, and a long poll keeps one open.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void changes.close());
  shared.batonPolicyChanges = changes;
  return changes;
}

let routes: ReturnType<typeof createRoutes> | undefined;

/** Answers a request below `/api/v1`. */
export async function serveApi(request: Request): Promise<Response> {
  routes ??= createRoutes({ db: database(), changes: policyChanges() });
  return routes.fetch(request);
}
