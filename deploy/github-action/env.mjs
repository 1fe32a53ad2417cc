/** The inputs of the action, and what GitHub tells every step. Empty texts mean absent. */
const environment = process.env;

/** @param {string} name @returns {string | undefined} */
function read(name) {
  return environment[name] || undefined;
}

/** @param {string} name @returns {string} */
function readRequired(name) {
  const value = read(name);
  if (value === undefined) throw new Error(`${name} is missing. Run this in GitHub Actions.`);
  return value;
}

export const INPUTS = {
  /** The command line that runs `baton`. */
  command: read("BATON_COMMAND") ?? `"${read("RUNNER_TEMP") ?? "."}/baton/node_modules/.bin/baton"`,
  file: read("BATON_FILE") ?? "governance_policies.json",
  server: read("BATON_URL"),
  range: read("BATON_RANGE") ?? "7d",
  failOn: read("BATON_FAIL_ON") ?? "never",
  hasKey: read("BATON_API_KEY") !== undefined,
};

export const GITHUB = {
  api: read("GITHUB_API_URL") ?? "https://api.github.com",
  repository: readRequired("GITHUB_REPOSITORY"),
  token: read("GITHUB_TOKEN"),
  eventPath: readRequired("GITHUB_EVENT_PATH"),
  summaryPath: read("GITHUB_STEP_SUMMARY"),
};
