import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importPolicy, policyVersion } from "@baton/core";
import { SAMPLE_POLICY } from "@baton/core/policy";
import { getRollout, listPolicyVersions } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../test/run-command";

const POLICY = `{
    "budgets": { "limit": 1.50 },
    "multi_agent_handoffs": { "_why": "kept", "agent_handoff_rules": [
        { "rule_id": "x",  "from_agent_id": "a", "to_agent_id": "b" }
    ] }
}
`;
const CONFIG = '{"log": {"level": 2.0}, "multi_agent_handoffs": {"enabled": true, "_why": "kept"}}';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
let policyFile: string;
let configFile: string;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  folder = await mkdtemp(join(tmpdir(), "baton-policy-"));
  policyFile = join(folder, "governance_policies.json");
  configFile = join(folder, "system_config.json");
  await writeFile(policyFile, POLICY);
  await writeFile(configFile, CONFIG);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
  await database.drop();
});

const read = (path: string) => readFile(path, "utf8");
const versionsOf = async (workspaceId: string) =>
  (await listPolicyVersions(database.db, { workspaceId })).map((stored) => stored.policyVersion);

describe("baton policy import, export", () => {
  it("stores a policy in a workspace, and exports it byte for byte", async () => {
    const imported = await runCommand("policy", "import", policyFile, "--config", configFile, "--json");
    expect(imported.exitCode, imported.stderr).toBe(0);
    const { policy_version: version } = JSON.parse(imported.stdout);
    const parsed = importPolicy(POLICY);
    expect(version).toBe(parsed.ok && policyVersion(parsed.section, { enabled: true, observe: false }));
    expect(JSON.parse(imported.stdout)).toEqual({
      ok: true,
      findings: [],
      workspace: "default",
      policy_version: version,
    });

    const exported = await runCommand("policy", "export", policyFile, "--config", configFile);
    expect(exported.exitCode, exported.stderr).toBe(0);
    expect(exported.stdout).toBe(`Version ${version} written to ${policyFile} and ${configFile}.\n`);
    expect([await read(policyFile), await read(configFile)]).toEqual([POLICY, CONFIG]);
  });

  it("sets handoff_rollout of the system configuration, and exports it; an invalid one changes nothing", async () => {
    const config = join(folder, "rollout_config.json");
    const rollout = { default: "enforce", approval: { default: true }, budgets: { windowTokens: 1_000_000 } };
    await writeFile(config, JSON.stringify({ handoff_rollout: { ...rollout, phases: {} } }));
    const refused = await runCommand("policy", "import", policyFile, "--config", config);
    expect([refused.exitCode, refused.stdout]).toEqual([1, expect.stringContaining("/handoff_rollout")]);
    const text = JSON.stringify({ multi_agent_handoffs: { enabled: true }, handoff_rollout: rollout });
    await writeFile(config, text);
    const imported = await runCommand("policy", "import", policyFile, "--config", config);
    expect(imported.exitCode, imported.stderr).toBe(0);
    expect((await getRollout(database.db, { workspaceId: "default" })).rollout).toMatchObject(rollout);
    await runCommand("policy", "export", policyFile, "--config", config);
    expect(await read(config)).toBe(text);
    const other = join(folder, "other_config.json");
    await runCommand("policy", "export", policyFile, "--config", other);
    expect(JSON.parse(await read(other)).handoff_rollout).toMatchObject(rollout);
  });

  it("writes a different version, and keeps other content of the document", async () => {
    const sampleFile = join(folder, "sample.json");
    await writeFile(sampleFile, JSON.stringify(SAMPLE_POLICY));
    const imported = await runCommand("policy", "import", sampleFile);
    expect(imported.stdout).toContain("is live in the workspace “default”, as version ");
    const [inForce, first = ""] = await versionsOf("default");

    await runCommand("policy", "export", policyFile);
    const text = await read(policyFile);
    expect(
      text.startsWith('{\n    "budgets": { "limit": 1.50 },\n    "multi_agent_handoffs": { "_why": "kept",'),
    ).toBe(true);
    const parsed = importPolicy(text);
    expect(parsed.ok && parsed.policy.agent_handoff_rules).toHaveLength(5);
    expect(parsed.ok && parsed.version).toBe(inForce);

    const { exitCode } = await runCommand(
      "policy",
      "export",
      policyFile,
      "--policy-version",
      first,
      "--json",
    );
    expect(exitCode).toBe(0);
    const restored = importPolicy(await read(policyFile));
    expect(restored.ok && restored.policy.agent_handoff_rules.map(({ rule_id }) => rule_id)).toEqual(["x"]);
  });

  it("treats a reimported policy as the live one", async () => {
    await writeFile(policyFile, POLICY);
    await runCommand("policy", "import", policyFile, "--config", configFile);
    const versions = await versionsOf("default");
    expect(versions).toHaveLength(2);
    const { stdout } = await runCommand("policy", "export", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      policy_version: versions[0],
      written: [],
      policy: { _why: "kept" },
    });
  });

  it("prints the document without a file argument, and creates a missing file", async () => {
    const { stdout } = await runCommand("policy", "export");
    expect(JSON.parse(stdout).multi_agent_handoffs.agent_handoff_rules).toHaveLength(1);
    const made = join(folder, "made.json");
    await runCommand("policy", "export", made);
    expect(await read(made)).toBe(stdout);
  });

  it("stores nothing for an invalid policy", async () => {
    const broken = join(folder, "broken.json");
    await writeFile(broken, "{}");
    const { exitCode, stdout } = await runCommand("policy", "import", broken, "--workspace", "other");
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`${broken} is invalid.\nerror section_missing at the whole document\n`);
    expect(await versionsOf("other")).toEqual([]);
  });

  it("stores nothing if a content rule has an invalid pattern or a repeated ID", async () => {
    const file = join(folder, "pattern.json");
    const rule = { rule_id: "r", detector: "pattern", pattern: "(?=x)", action: "redact" };
    const content_rules = [rule, { ...rule, pattern: "y1" }];
    await writeFile(file, JSON.stringify({ multi_agent_handoffs: { content_rules } }));
    const { exitCode, stdout } = await runCommand("policy", "import", file, "--workspace", "other", "--json");
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      findings: [{ code: "pattern_invalid" }, { code: "duplicate_content_rule_id" }],
    });
    expect(await versionsOf("other")).toEqual([]);
  });

  it("leaves an invalid document unchanged", async () => {
    const broken = join(folder, "not-json.json");
    await writeFile(broken, "{ oops");
    const { exitCode, stdout } = await runCommand("policy", "export", broken, "--json");
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, findings: [{ code: "not_json" }] });
    expect(await read(broken)).toBe("{ oops");
  });

  it("reports a workspace without a policy, and an unknown version", async () => {
    const empty = await runCommand("policy", "export", "--workspace", "empty");
    expect([empty.exitCode, empty.stderr]).toEqual([
      1,
      "baton: The workspace “empty” does not have a policy. Import it, or name another.\n",
    ]);
    const unknown = await runCommand("policy", "export", "--policy-version", "abc");
    expect(unknown.stderr).toContain("does not have the policy version abc. ");
  });
});
