import type { HandoffManifest } from "@baton/core";

/** What the analyzer hands over. `at`: milliseconds since 1970. */
export function researchManifest(at: number): HandoffManifest {
  const folder = artifactFolder("top-down-analyzer", at, "auth-analysis");
  const files = ["full-analysis.md", "dependency-graph.mermaid", "code-inventory.json"];
  return {
    from_agent: "top-down-analyzer",
    to_agents: ["systems-architect", "backend-architect"],
    artifact_type: "research",
    timestamp: new Date(at).toISOString(),
    scope: "Authentication as it is, before OAuth2",
    summary: {
      system_overview:
        "Authentication uses JWT with sessions in Redis. Login, refresh and logout stand in src/api/auth.ts. OAuth2 is not supported.",
      key_insights: [
        "Access tokens expire after an hour; the refresh route exists, but no client ever calls it",
        "Sessions in Redis have no expiry, 1.9 million keys are older than a month and memory grows",
        "The token check is repeated in 12 route handlers, which disagree about clock skew",
        "Login has no limit on attempts: two hundred wrong passwords a second are accepted",
        "Every origin is allowed, credentials included, although no client of ours needs it",
      ],
      constraints: [
        "The mobile app depends on the present JWT format and fails visibly without the claim cid",
        "The Redis instance is shared, its schema cannot change",
        "Authentication routes have to answer within 100 ms; the 99th percentile stands at 92 ms today",
        "The back office is served behind the same token and cannot be moved in the same release",
      ],
      risks: [
        "Routes that change something have no protection against requests forged by other sites",
        "Passwords are hashed with a bcrypt work factor of only 10 rounds",
        "The browser keeps refresh tokens where any script of the page can read them",
      ],
    },
    key_decisions: [],
    files_created: files.map((file) => `${folder}${file}`),
    dependencies_satisfied: [],
    required_reading: [],
    optional_context: [
      { file: "full-analysis.md", description: "Every module with line numbers and risk" },
      { file: "dependency-graph.mermaid", description: "Who uses whom" },
    ],
    artifacts_directory: folder,
    detail_files: files,
  };
}

/** What the architect hands over. */
export function planManifest(at: number): HandoffManifest {
  const folder = artifactFolder("backend-architect", at, "oauth2-plan");
  return {
    from_agent: "backend-architect",
    to_agents: ["frontend-developer", "security-auditor"],
    artifact_type: "plan",
    timestamp: new Date(at).toISOString(),
    scope: "Plan for OAuth2 with PKCE beside the present tokens",
    summary: {
      strategy:
        "Add OAuth2 with PKCE for native apps and keep the present tokens for the web until all clients have moved.",
      approach:
        "New endpoints stand beside the old ones, a flag moves clients over by share, and the old format ends after three months.",
    },
    key_decisions: [
      {
        decision: "Authorization code flow with PKCE (RFC 7636), method S256 alone",
        rationale: "Safer than the implicit flow, and needs no client secret",
      },
      {
        decision: "Refresh tokens in cookies that scripts cannot read",
        rationale: "A script that was smuggled into a page cannot take them along",
      },
      {
        decision: "Sliding window in Redis as a limit",
        rationale: "Stops guessing and lets an honest second attempt pass",
      },
      {
        decision: "passport.js for the strategy",
        rationale:
          "A kept library lowers the risk of getting the protocol wrong; only the PKCE strategy is our own",
      },
      {
        decision: "A token against forged requests on every route that changes something",
        rationale: "Answers the finding of the analysis",
      },
    ],
    files_created: ["api-spec.yaml", "data-models.ts", "full-plan.md"].map((file) => `${folder}${file}`),
    dependencies_satisfied: [
      "top-down-analyzer: JWT format of the mobile app is kept in parallel",
      "top-down-analyzer: sessions in Redis, cookies are used instead",
      "top-down-analyzer: 100 ms, the check of a token is cached",
    ],
    required_reading: [
      { file: "api-spec.yaml", description: "Endpoints authorize, token and revoke as OpenAPI" },
      { file: "data-models.ts", description: "Shapes of requests, answers and records" },
    ],
    optional_context: [
      {
        file: "full-plan.md",
        description: "Six steps, each with reason, tests, way back",
      },
      { file: "sequence-diagrams/*", description: "Flows of code and refresh" },
    ],
    artifacts_directory: folder,
    detail_files: [
      "api-spec.yaml",
      "data-models.ts",
      "full-plan.md",
      "sequence-diagrams/pkce-flow.mermaid",
      "sequence-diagrams/refresh-flow.mermaid",
    ],
  };
}

/** What the same agent hands over when it is built. `sources`: the files by path. */
export function implementationManifest(
  at: number,
  sources: Readonly<Record<string, string>>,
): HandoffManifest {
  const folder = artifactFolder("backend-architect", at, "oauth2-impl");
  const paths = Object.keys(sources);
  return {
    from_agent: "backend-architect",
    to_agents: ["security-auditor", "qa-specialist"],
    artifact_type: "implementation",
    timestamp: new Date(at).toISOString(),
    scope: "OAuth2 with PKCE, built behind a flag",
    summary: {
      files_created: paths.length,
      total_lines: Object.values(sources).reduce((sum, text) => sum + text.split("\n").length - 1, 0),
      languages: ["TypeScript"],
      key_files: [
        "src/api/oauth2/authorize.ts (authorization endpoint, checks client, redirect address and challenge)",
        "src/api/oauth2/token.ts (exchange of codes and rotation of refresh tokens)",
        "src/middleware/csrf.ts (protection against forged requests)",
        "src/strategies/pkce.ts (derives the challenge from a verifier and compares the two in constant time)",
        "tests/api/oauth2/token.test.ts (a code counts once, families of refresh tokens end on reuse)",
      ],
    },
    key_decisions: [
      {
        decision: "Pending authorizations in Redis for ten minutes",
        rationale: "Short-lived, cleaned up by themselves, quick to look up; only the hash of a code is kept",
      },
      {
        decision: "Sliding window of 10 requests a minute",
        rationale:
          "Stops guessing and lets an honest second attempt pass; requests that were refused count too",
      },
      {
        decision: "Flag oauth2.enabled by share of customers",
        rationale:
          "A part of the customers can try it before all get it, and it can be taken back within minutes without a release",
      },
    ],
    files_created: paths,
    dependencies_satisfied: [
      "backend-architect: authorize and token endpoints of the plan are there",
      "backend-architect: forged requests are refused on routes that change something",
      "backend-architect: limit on attempts by a sliding window, with Retry-After",
      "top-down-analyzer: JWT format of the mobile app is kept in parallel",
      "top-down-analyzer: 100 ms, 45 ms were measured on average",
    ],
    required_reading: [],
    optional_context: [
      { file: "src/api/oauth2/*", description: "Both endpoints, with the schema of their input" },
      {
        file: "tests/api/oauth2/*",
        description: "What is held to be true of both endpoints, the ways in which they may fail included",
      },
      { file: "implementation-notes.md", description: "Why it is as it is, and what is not done" },
    ],
    artifacts_directory: folder,
    detail_files: [
      "src/api/oauth2/*",
      "src/middleware/*",
      "src/session/*",
      "src/strategies/*",
      "tests/api/oauth2/*",
      "implementation-notes.md",
    ],
  };
}

function artifactFolder(agent: string, at: number, scope: string): string {
  return `artifacts/${agent}/${new Date(at).toISOString().slice(0, 10)}-${scope}/`;
}
