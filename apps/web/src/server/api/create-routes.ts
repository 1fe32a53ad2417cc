import { withBasePath } from "@/base-path";
import { addCompactionRoutes } from "./compaction-routes";
import { addCompressManifestRoute } from "./compress-manifest-route";
import { addContentFindingsRoute } from "./content-findings-route";
import { type Api, type ApiContext, createApi, refuseOtherMethods } from "./create-api";
import { addDraftsRoutes } from "./drafts-route";
import { addHandoffDocumentRoutes } from "./handoff-document-routes";
import { addHandoffFileRoutes } from "./handoff-file-routes";
import { addHandoffRoute } from "./handoff-route";
import { addHandoffStepRoutes } from "./handoff-step-routes";
import { addLeakRoute } from "./leaks-route";
import { addLineageRoutes } from "./lineage-routes";
import { addManifestRoutes } from "./manifests-routes";
import { addMemoryRoutes } from "./memory-routes";
import { addOutlinesRoute } from "./outlines-route";
import { addPolicyRoute } from "./policy-route";
import { addSavingsRoute } from "./savings-route";
import { addScopeMessagesRoute, addScopeRoute } from "./scope-route";
import { addSessionRoutes } from "./sessions-route";
import { addStoredHandoffDocumentRoutes } from "./stored-handoff-documents-routes";
import { addStoredManifestRoutes } from "./stored-manifests-routes";
import { addTaskRoutes } from "./tasks-routes";
import { addTextCheckRoute } from "./text-check-route";
import { addTokensRoute } from "./tokens-route";
import { addUsageRoute } from "./usage-route";

/** Returns the HTTP API below `/api/v1`, and its OpenAPI document at `/api/v1/openapi.json`. */
export function createRoutes(context: ApiContext): Api {
  const api = createApi();
  addPolicyRoute(api, context);
  addSavingsRoute(api, context);
  addScopeRoute(api, context);
  addScopeMessagesRoute(api, context);
  addTextCheckRoute(api, context);
  addSessionRoutes(api, context);
  addHandoffRoute(api, context);
  addLineageRoutes(api, context);
  addLeakRoute(api, context);
  addContentFindingsRoute(api, context);
  addUsageRoute(api, context);
  addDraftsRoutes(api, context);
  addOutlinesRoute(api, context);
  addManifestRoutes(api, context);
  addCompressManifestRoute(api, context);
  addStoredManifestRoutes(api, context);
  addMemoryRoutes(api, context);
  addTaskRoutes(api, context);
  addCompactionRoutes(api, context);
  addHandoffDocumentRoutes(api, context);
  addHandoffStepRoutes(api, context);
  addHandoffFileRoutes(api, context);
  addStoredHandoffDocumentRoutes(api, context);
  addTokensRoute(api, context);
  api.doc31("/openapi.json", {
    openapi: "3.1.0",
    info: {
      title: "Baton",
      version: "1",
      description:
        "The live policy, scoping and checks for orchestrators; sessions, handoffs, savings and drafts.",
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: withBasePath("/") }],
  });
  refuseOtherMethods(api);
  return api;
}
