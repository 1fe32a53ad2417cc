import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { policyVersion } from "@baton/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../../test/run-command";

const SECTION = { description: "live" };
const SWITCH = { enabled: true, observe: false };
const ANSWER = { version: policyVersion(SECTION, SWITCH), ...SWITCH, policy: SECTION, rollout: {} };

let folder: string;
let server: Server;
let url: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-pull-"));
  server = createServer((request, response) => {
    if (request.headers.authorization === "Bearer broken") {
      response.writeHead(200, { "content-length": "1000" });
      response.write("{", () => response.destroy());
      return;
    }
    const isKnown = request.headers.authorization === "Bearer good";
    response.writeHead(isKnown ? 200 : 401);
    response.end(JSON.stringify(isKnown ? ANSWER : { detail: "Invalid API key." }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.close();
  await rm(folder, { recursive: true });
});

describe("baton policy pull", () => {
  it("writes the live policy and its switch, and keeps other content of the files", async () => {
    vi.stubEnv("BATON_API_KEY", "good");
    const [policy, config] = [join(folder, "governance_policies.json"), join(folder, "system_config.json")];
    await writeFile(policy, '{"ours":  1.0, "multi_agent_handoffs": {"_why": "kept"}}');
    const { exitCode, stdout, stderr } = await runCommand(
      "policy",
      "pull",
      policy,
      "--config",
      config,
      "--server",
      url,
      "--json",
    );
    expect(exitCode, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      policy_version: ANSWER.version,
      written: [policy, config],
    });
    const text = await readFile(policy, "utf8");
    expect(text.startsWith('{"ours":  1.0, "multi_agent_handoffs": {"_why": "kept"')).toBe(true);
    expect(JSON.parse(text).multi_agent_handoffs.description).toBe("live");
    expect(JSON.parse(await readFile(config, "utf8"))).toEqual({ multi_agent_handoffs: { enabled: true } });
  });

  it("explains why it wrote nothing", async () => {
    const file = join(folder, "governance_policies.json");
    const without = await runCommand("policy", "pull", file, "--server", url);
    expect(without.stderr).toContain("BATON_API_KEY");
    vi.stubEnv("BATON_API_KEY", "bad");
    const refused = await runCommand("policy", "pull", file, "--server", url);
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      `baton: ${url} responded with 401: Invalid API key.\n`,
    ]);
    await expect(readFile(file)).rejects.toThrow("ENOENT");
  });

  it("reports that the server does not respond if its response breaks off", async () => {
    vi.stubEnv("BATON_API_KEY", "broken");
    const file = join(folder, "governance_policies.json");
    const { exitCode, stderr } = await runCommand("policy", "pull", file, "--server", url);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(`^baton: ${url} does not respond: .+\\.\n$`),
    ]);
    await expect(readFile(file)).rejects.toThrow("ENOENT");
  });
});
