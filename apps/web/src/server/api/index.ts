import "server-only";
import { env } from "@/env";
import { database } from "../database";
import { log } from "../log";
import { createRoutes } from "./create-routes";
import { PolicyChanges } from "./policy-changes";

/**
 * Stored on the process like the pool, so that several bundles of this module share one listening connection.
 */
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

/** Responds to a request below `/api/v1`. */
export async function serveApi(request: Request): Promise<Response> {
  routes ??= createRoutes({ db: database(), changes: policyChanges() });
  return routes.fetch(request);
}
