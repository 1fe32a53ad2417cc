import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { followPolicy } from "./follow-policy";

afterEach(() => vi.unstubAllEnvs());

describe("followPolicy", () => {
  it("reads the files without a server, also if the variable is empty", async () => {
    vi.stubEnv("BATON_URL", "");
    vi.stubEnv("BATON_API_KEY", undefined);
    const { policy } = await followPolicy("unused");
    expect(policy.version).toMatch(/^[0-9a-f]{64}$/);
  });

  it("uses the policy in the folder, otherwise that of the examples", async () => {
    const folder = await mkdtemp(join(tmpdir(), "baton-example-"));
    const ofExamples = await followPolicy(folder);
    await writeFile(
      join(folder, "governance_policies.json"),
      '{"multi_agent_handoffs":{"description":"own"}}',
    );
    const own = await followPolicy(folder);
    await rm(folder, { recursive: true });
    expect(ofExamples.policy.index?.policy.agent_handoff_rules).not.toEqual([]);
    expect(own.policy.index?.policy).toMatchObject({ description: "own", agent_handoff_rules: [] });
  });

  it.each([
    ["BATON_URL", "http://127.0.0.1:3000", "BATON_API_KEY: is not set, though BATON_URL is"],
    ["BATON_API_KEY", "baton_0_1", "BATON_URL: is not set, though BATON_API_KEY is"],
  ])("throws if only %s is set", async (name, value, message) => {
    vi.stubEnv("BATON_URL", undefined);
    vi.stubEnv("BATON_API_KEY", undefined);
    vi.stubEnv(name, value);
    await expect(followPolicy("unused")).rejects.toThrow(message);
  });
});
