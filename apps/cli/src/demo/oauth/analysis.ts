import type { Random } from "../random";

interface Module {
  path: string;
  does: string;
  uses: readonly string[];
  lines: number;
}

/** The part of the code base that the analyzer looked at. */
export const MODULES: readonly Module[] = [
  {
    path: "src/api/auth.ts",
    does: "answers login, refresh and logout",
    uses: ["src/session/store.ts", "src/crypto/jwt.ts", "src/users/lookup.ts"],
    lines: 214,
  },
  {
    path: "src/api/users.ts",
    does: "reads and changes a customer's own record",
    uses: ["src/middleware/require-user.ts", "src/users/repository.ts"],
    lines: 188,
  },
  {
    path: "src/api/policies.ts",
    does: "lists policies and their documents",
    uses: ["src/middleware/require-user.ts", "src/policies/repository.ts"],
    lines: 246,
  },
  {
    path: "src/api/claims.ts",
    does: "takes notifications and shows their progress",
    uses: ["src/middleware/require-user.ts", "src/claims/repository.ts"],
    lines: 301,
  },
  {
    path: "src/api/payments.ts",
    does: "starts payouts and shows their state",
    uses: ["src/middleware/require-user.ts", "src/payments/gateway.ts"],
    lines: 167,
  },
  {
    path: "src/api/admin.ts",
    does: "serves the back office, behind the same token",
    uses: ["src/middleware/require-user.ts", "src/users/repository.ts"],
    lines: 273,
  },
  {
    path: "src/middleware/require-user.ts",
    does: "checks the bearer token of a request",
    uses: ["src/crypto/jwt.ts"],
    lines: 64,
  },
  { path: "src/middleware/cors.ts", does: "answers preflight requests", uses: [], lines: 22 },
  { path: "src/middleware/errors.ts", does: "turns exceptions into answers", uses: [], lines: 58 },
  { path: "src/crypto/jwt.ts", does: "signs and verifies tokens", uses: [], lines: 91 },
  { path: "src/crypto/password.ts", does: "hashes and compares passwords", uses: [], lines: 37 },
  { path: "src/session/store.ts", does: "keeps sessions in Redis", uses: ["src/infra/redis.ts"], lines: 72 },
  {
    path: "src/infra/redis.ts",
    does: "opens the Redis connection that other services share",
    uses: [],
    lines: 41,
  },
  {
    path: "src/users/lookup.ts",
    does: "finds a customer by email",
    uses: ["src/users/repository.ts"],
    lines: 49,
  },
  { path: "mobile/token-storage.ts", does: "keeps tokens on the telephone", uses: [], lines: 83 },
  { path: "web/token-storage.ts", does: "keeps tokens in the browser", uses: [], lines: 45 },
];

const OBSERVATIONS: readonly [string, ...string[]] = [
  "The module reads its configuration at import, so a test has to set the environment before it is loaded.",
  "Errors of the store are swallowed and answered as 401, which hides an outage behind a login page.",
  "The token is parsed a second time here although the middleware has done it; the two places disagree about clock skew.",
  "There is no limit on attempts. Two hundred wrong passwords a second are accepted from one address.",
  "Keys are written without an expiry. On the shared instance 1.9 million of them are older than a month.",
  "The route accepts any origin, credentials included, which no browser client of ours needs.",
  "State-changing routes accept the cookie alone, without a token against forged requests.",
  "The mobile app relies on the claim `cid` and fails in a way that the user sees if it is missing.",
  "Median latency is 38 ms, the 99th percentile 92 ms, of which 61 ms are the comparison of the password.",
  "The work factor of bcrypt is 10. Raising it to 12 adds about 180 ms on the present machines.",
  "Log lines hold the beginning of the token. That is enough to tell users apart and too much to keep for a year.",
  "A refresh token is kept where any script of the page can read it.",
  "Tests cover the ordinary way and one wrong password; nothing is said about expiry or about two devices.",
  "The function is called from nine places, three of which pass the request where only its header is needed.",
];

const VERBS: readonly [string, ...string[]] = [
  "read",
  "check",
  "write",
  "find",
  "refresh",
  "parse",
  "build",
  "end",
];
const NOUNS: readonly [string, ...string[]] = [
  "Session",
  "Token",
  "Request",
  "Customer",
  "Header",
  "Record",
  "Answer",
  "Key",
];

const CALLED: readonly [string, ...string[]] = [
  "Called on every request that needs a customer.",
  "Called once at the start, and again after the connection was lost.",
  "Called from the tests alone; the product uses the one below it.",
  "Called from two routes with different ideas of what an empty answer means.",
  "Called inside a transaction, which keeps a connection for the whole of it.",
];

const RISKS: readonly [string, ...string[]] = ["low", "low", "medium", "high"];

/**
 * The full analysis: what was read, module by module. Nobody needs
 * all of it, which is why there is a manifest.
 */
export function fullAnalysis(random: Random): string {
  const sections = MODULES.map((module) => {
    const observations = random.sample(OBSERVATIONS, random.integer(4, 6));
    return [
      `## ${module.path}`,
      "",
      `The module ${module.does}. It has ${module.lines} lines and ${module.uses.length === 0 ? "uses no other module of ours" : `uses ${module.uses.map((used) => `\`${used}\``).join(", ")}`}.`,
      "",
      ...observations.map((observation) => `- Line ${random.integer(8, module.lines)}: ${observation}`),
      "",
      ...Array.from({ length: random.integer(5, 7) }, () => describeFunction(random, module)),
      `Risk when it is changed: ${random.pick(RISKS)}. Callers to look at: ${MODULES.filter((other) => other.uses.includes(module.path)).length}.`,
      "",
    ].join("\n");
  });
  return `# Authentication before OAuth2\n\nRead on one day, from the routes down. ${MODULES.length} modules, ${MODULES.reduce((sum, module) => sum + module.lines, 0)} lines.\n\n${sections.join("\n")}`;
}

function describeFunction(random: Random, module: Module): string {
  const line = random.integer(8, module.lines);
  const remarks = random.sample(OBSERVATIONS, 3).join(" ");
  return `### \`${random.pick(VERBS)}${random.pick(NOUNS)}\`, line ${line}\n\n${random.pick(CALLED)} ${remarks}\n`;
}

/** Who uses whom, as a Mermaid graph. */
export function dependencyGraph(): string {
  const edges = MODULES.flatMap(({ path, uses }) =>
    uses.map((used) => `  ${node(path)}["${path}"] --> ${node(used)}["${used}"]`),
  );
  return `graph LR\n${edges.join("\n")}\n`;
}

/** The same as data. */
export function codeInventory(): string {
  return `${JSON.stringify({ modules: MODULES }, null, 2)}\n`;
}

function node(path: string): string {
  return path.replaceAll(/\W/g, "_");
}
