import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENFORCED } from "@baton/core";
import { HandoffRollout } from "@baton/core/manifest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../test/run-command";
import { writePolicyFiles } from "./commands/policy/write-policy-files";
import { writing } from "./writing";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-writing-"));
  writeFileSync(join(folder, "a-file"), "# Research\n\nWe use PostgreSQL.\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("write errors", () => {
  it("describe a policy file that cannot be written in one sentence, with the next step", async () => {
    const path = join(folder, "nowhere", "policy.json");
    const settings = { policySwitch: ENFORCED, rollout: HandoffRollout.parse({}) };
    await expect(writePolicyFiles({ path }, {}, settings)).rejects.toThrow(
      `${path} cannot be written: the folder ${join(folder, "nowhere")} does not exist. Create it, or correct the path.`,
    );
  });

  it("describe a manifest that cannot be written without a stack trace", async () => {
    const file = join(folder, "a-file");
    const words = ["--agent", "a", "--type", "research", "--scope", "Storage", "--out", join(file, "below")];
    const { exitCode, stderr } = await runCommand("compress-artifact", file, ...words);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: `baton: ${join(file, "below")} cannot be written: a part of the path is a file. Correct the path.\n`,
    });
  });

  it("do not change other errors", async () => {
    const fault = new Error("a fault");
    await expect(writing("x", () => Promise.reject(fault))).rejects.toBe(fault);
  });
});
