import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HandoffManifest, ManifestSources } from "@baton/core/manifest";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../test/run-command";

const ANALYSIS = `# Sign-in today

## Summary

Sessions live in Redis. Tokens expire after one hour.

## Constraints

- The mobile app must keep its token format

## Risks

- No limit on sign-in attempts
`;
const WORDS = ["--agent", "top-down-analyzer", "--type", "research", "--scope", "Sign-in today"];
const WHEN = ["--now", "2026-01-31T10:30:00Z"];
const RUN = "artifacts/top-down-analyzer/2026-01-31T10-30-00.000Z-sign-in-today";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-compress-"));
  await writeFile(join(folder, "analysis.md"), ANALYSIS);
});
afterEach(() => rm(folder, { recursive: true }));

const read = async (path: string) => JSON.parse(await readFile(join(folder, path), "utf8"));

describe("baton compress-artifact", { timeout: 60_000 }, () => {
  it("lets a model rephrase, records its tokens, and needs one for that", async () => {
    const words = [
      "compress-artifact",
      join(folder, "analysis.md"),
      ...WORDS,
      ...WHEN,
      "--dry-run",
      "--rephrase",
    ];
    expect(await runCommand(...words)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("Set BATON_SUMMARIZER_URL"),
    });
    const model = createServer((_request, response) => {
      const message = { role: "assistant", content: "No limit." };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ choices: [{ message }], usage: { total_tokens: 7 } }));
    });
    await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve));
    const address = model.address();
    vi.stubEnv(
      "BATON_SUMMARIZER_URL",
      `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/v1`,
    );
    vi.stubEnv("BATON_SUMMARIZER_MODEL", "stub");
    try {
      const { stdout } = await runCommand(...words, "--json");
      const { sources, manifest } = JSON.parse(stdout);
      expect(manifest.summary.risks).toEqual(["No limit."]);
      expect(sources.model_tokens % 7).toBe(0);
      expect(sources.model_tokens).toBeGreaterThan(0);
    } finally {
      vi.unstubAllEnvs();
      model.close();
    }
  });

  it("sends no text to a model that a content rule matches, and no secret", async () => {
    const rule = { rule_id: "no_ids", detector: "pattern", pattern: "CUST-[0-9]+", action: "redact" };
    const policy = join(folder, "policy.json");
    await writeFile(policy, JSON.stringify({ multi_agent_handoffs: { content_rules: [rule] } }));
    const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
    const lines = ["- Refunds must go to CUST-17", `- The job must use ${secret} to deploy`];
    await writeFile(join(folder, "analysis.md"), `${ANALYSIS}\n## Requirements\n\n${lines.join("\n")}\n`);
    const bodies: string[] = [];
    const model = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      bodies.push(body);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content: "Short." } }] }));
    });
    await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve));
    const address = model.address();
    const port = typeof address === "object" ? address?.port : "";
    vi.stubEnv("BATON_SUMMARIZER_URL", `http://127.0.0.1:${port}/v1`);
    vi.stubEnv("BATON_SUMMARIZER_MODEL", "stub");
    try {
      const path = join(folder, "analysis.md");
      const options = [...WORDS, ...WHEN, "--dry-run", "--rephrase", "--policy", policy, "--json"];
      const { stdout, stderr } = await runCommand("compress-artifact", path, ...options);
      expect(stderr).toContain("no_ids: pattern in");
      expect(bodies.join("\n")).toContain("Refunds must go to");
      expect(bodies.join("\n")).toContain("The job must use");
      expect(`${bodies.join("\n")}${stdout}`).not.toContain("CUST-17");
      expect(bodies.join("\n")).not.toContain(secret);
    } finally {
      vi.unstubAllEnvs();
      model.close();
    }
  });

  it("saves the manifest, its sources and a copy of the files in a new folder", async () => {
    const path = join(folder, "analysis.md");
    const { exitCode, stdout } = await runCommand(
      "compress-artifact",
      path,
      ...WORDS,
      ...WHEN,
      "--out",
      folder,
    );
    expect(stdout).toContain(`Saved: ${RUN}/manifest.json`);
    const manifest = HandoffManifest.parse(await read(`${RUN}/manifest.json`));
    expect(manifest.summary).toMatchObject({
      system_overview: "Sessions live in Redis. Tokens expire after one hour.",
      risks: ["No limit on sign-in attempts"],
    });
    const sources = ManifestSources.parse(await read(`${RUN}/manifest.sources.json`));
    expect(sources.items.at(-1)).toEqual({
      path: "/optional_context/0/description",
      text: "Sign-in today",
      origin: "source",
      source: { file: "analysis.md", startLine: 1, endLine: 1 },
    });
    expect(await readFile(join(folder, RUN, "analysis.md"), "utf8")).toBe(ANALYSIS);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("error missing_key_insights");
  });

  it("keeps an artifact in its folder, and counts its work files", async () => {
    const run = join(folder, "artifacts/backend-architect/2026-01-31-sign-in");
    await mkdir(join(run, "src"), { recursive: true });
    await cp(join(folder, "analysis.md"), join(run, "notes.md"));
    await writeFile(join(run, "src/sign-in.ts"), "export const a = 1;\nexport const b = 2;\n");
    const words = ["--agent", "backend-architect", "--type", "implementation", "--scope", "Sign-in"];
    const { stdout } = await runCommand("compress-artifact", run, ...words, "--json");
    const { path, manifest } = JSON.parse(stdout);
    expect(path).toBe("artifacts/backend-architect/2026-01-31-sign-in/manifest.json");
    expect(manifest.files_created).toEqual(["notes.md", "src/sign-in.ts"]);
    expect(manifest.summary).toMatchObject({
      files_created: 2,
      total_lines: 15,
      languages: ["Markdown", "TypeScript"],
    });
    expect(await readFile(join(folder, path), "utf8")).toContain('"context_budget"');
  });

  it("saves nothing in a dry run, and reports that", async () => {
    const path = join(folder, "analysis.md");
    const { stdout } = await runCommand(
      "compress-artifact",
      path,
      ...WORDS,
      ...WHEN,
      "--out",
      folder,
      "--dry-run",
    );
    expect(stdout).toContain("Nothing was saved.");
    await expect(readFile(join(folder, RUN, "manifest.json"))).rejects.toThrow("ENOENT");
  });

  it("saves nothing for an agent whose ID is not a valid path", async () => {
    const path = join(folder, "analysis.md");
    const words = ["--agent", "../../elsewhere", "--type", "research", "--scope", "Sign-in"];
    const { exitCode, stdout } = await runCommand("compress-artifact", path, ...words, "--out", folder);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("error schema /from_agent");
    expect(stdout).toContain("Nothing was saved.");
  });

  it("rejects two files of the same name", async () => {
    await mkdir(join(folder, "other"));
    await writeFile(join(folder, "other/analysis.md"), ANALYSIS);
    const paths = [join(folder, "analysis.md"), join(folder, "other/analysis.md")];
    const { exitCode, stderr } = await runCommand("compress-artifact", ...paths, ...WORDS);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("Two files would have the name analysis.md");
  });
});
