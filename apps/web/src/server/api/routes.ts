import type { ApiRoute } from "./api-route";
import { policyRoute } from "./policy-route";
import { savingsRoute } from "./savings-route";
import { scopeRoute } from "./scope-route";
import { sessionHandoffsRoute, sessionsRoute } from "./sessions-route";
import { validateManifestRoute } from "./validate-manifest-route";

/**
 * Every address of the API for programs: what stands here is served, guarded by its scopes, and described.
 */
export const API_ROUTES: readonly ApiRoute[] = [
  policyRoute,
  savingsRoute,
  scopeRoute,
  sessionsRoute,
  sessionHandoffsRoute,
  validateManifestRoute,
];
