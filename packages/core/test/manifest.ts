/** A manifest of each type without findings. Tests change the part they are about. */
export const RESEARCH = {
  from_agent: "top-down-analyzer",
  to_agents: ["backend-architect"],
  artifact_type: "research",
  timestamp: "2026-01-05T10:30:00Z",
  scope: "How customers sign in today",
  summary: {
    system_overview:
      "Sign-in uses JWT with sessions in Redis. Three routes stand in src/api/auth.ts. OAuth2 is missing.",
    key_insights: ["Tokens expire after one hour, and no client refreshes them"],
    constraints: [
      "The mobile app depends on the present JWT format",
      "Authentication routes answer within 100 ms",
      "The Redis instance is shared, its schema cannot change",
    ],
    risks: ["Login has no limit on attempts"],
  },
  key_decisions: [],
  files_created: ["artifacts/top-down-analyzer/2026-01-05-sign-in/full-analysis.md"],
  dependencies_satisfied: [],
  required_reading: [],
  optional_context: [{ file: "full-analysis.md", description: "The whole analysis" }],
  artifacts_directory: "artifacts/top-down-analyzer/2026-01-05-sign-in/",
  detail_files: ["full-analysis.md"],
};

export const PLAN = {
  from_agent: "backend-architect",
  to_agents: ["frontend-developer"],
  artifact_type: "plan",
  timestamp: "2026-01-05T11:30:00Z",
  scope: "OAuth2 with PKCE beside the present tokens",
  summary: {
    strategy: "Add OAuth2 with PKCE for native apps and keep the present tokens for the web.",
    approach: "New routes stand beside the old ones. A flag moves clients over by share.",
  },
  key_decisions: [{ decision: "Authorization code flow with PKCE", rationale: "No client secret is needed" }],
  files_created: ["artifacts/backend-architect/2026-01-05-oauth2-plan/api-spec.yaml"],
  dependencies_satisfied: [
    "top-down-analyzer: JWT format of the mobile app is kept",
    "top-down-analyzer constraints: routes answer within 100 ms, the check is cached",
  ],
  required_reading: [{ file: "api-spec.yaml", description: "The routes as OpenAPI" }],
  artifacts_directory: "artifacts/backend-architect/2026-01-05-oauth2-plan/",
  detail_files: ["api-spec.yaml", "diagrams/*"],
};

export const IMPLEMENTATION = {
  from_agent: "backend-architect",
  to_agents: ["security-auditor"],
  artifact_type: "implementation",
  timestamp: "2026-01-05T14:00:00Z",
  scope: "OAuth2 with PKCE, built behind a flag",
  summary: {
    files_created: 2,
    total_lines: 240,
    languages: ["TypeScript"],
    key_files: ["src/oauth2/authorize.ts (checks client, redirect address and challenge)"],
  },
  key_decisions: [{ decision: "Codes live ten minutes", rationale: "They clean themselves up" }],
  files_created: ["src/oauth2/authorize.ts", "src/oauth2/token.ts"],
  dependencies_satisfied: ["backend-architect plan: both routes of the plan are there"],
  artifacts_directory: "artifacts/backend-architect/2026-01-05-oauth2/",
  detail_files: ["src/oauth2/*", "notes.md"],
  context_budget: { total_available_tokens: 68_000 },
};

export const HANDOFF = {
  from_agent: "security-auditor",
  artifact_type: "handoff",
  timestamp: "2026-01-06T09:00:00+01:00",
  scope: "Audit passed on",
  summary: { verdict: "nothing that blocks" },
  artifacts_directory: "artifacts/security-auditor/2026-01-06-audit/",
};
