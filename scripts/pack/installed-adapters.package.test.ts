import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADAPTERS } from "./assemble-adapter.mjs";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DIST = join(ROOT, "dist");
const ATTW = join(ROOT, "node_modules/.bin/attw");

function tarballOf(name: string, names: readonly string[]): string {
  const found = names.find((file) => file.startsWith(`baton-${name}-`) && file.endsWith(".tgz"));
  if (found === undefined) throw new Error(`dist/ has no tarball of ${name}`);
  return join(DIST, found);
}

// `npm run test:clients` runs them with the newest versions of their frameworks.
describe.each(ADAPTERS)("the packed @baton/%s", (name) => {
  it("satisfies publint", async () => {
    const { messages, pkg } = await publint({ pkgDir: join(DIST, `baton-${name}`), strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it("satisfies arethetypeswrong", async () => {
    const tarball = tarballOf(name, await readdir(DIST));
    const { stdout } = await run(ATTW, [tarball, "--profile", "esm-only", "--format", "ascii"]);
    const resolutions = stdout.split("\n").filter((line) => /^(?:node16 \(from ESM\)|bundler):/.test(line));
    expect(resolutions.length).toBeGreaterThan(0);
    expect(resolutions.filter((line) => !line.includes("🟢"))).toEqual([]);
  });
});

describe("the adapters, installed from their tarballs", () => {
  /** Folder → the frameworks that the repository has there: a download of them takes long. */
  const FRAMEWORKS = {
    node_modules: ["@openai/agents", "@langchain/core", "@langchain/langgraph"],
    "packages/adapters/ai-sdk/node_modules": ["ai"],
  };
  const EXAMPLES = ["openai-agents", "langgraph", "orchestrator-loop"];
  let app: string;

  beforeAll(async () => {
    app = await mkdtemp(join(tmpdir(), "baton-adapters-"));
    await writeFile(join(app, "package.json"), '{ "type": "module" }');
    const names = await readdir(DIST);
    const tarballs = ["core", ...ADAPTERS].map((name) => tarballOf(name, names));
    // Without peers, which are the frameworks.
    const flags = ["--legacy-peer-deps", "--prefer-offline", "--no-audit", "--no-fund"];
    await run("npm", ["install", ...flags, ...tarballs], { cwd: app });
    for (const [folder, frameworks] of Object.entries(FRAMEWORKS)) {
      for (const framework of frameworks) {
        const link = join(app, "node_modules", framework);
        await mkdir(dirname(link), { recursive: true });
        await symlink(join(ROOT, folder, framework), link);
      }
    }
    for (const name of ["governance_policies.json", ...EXAMPLES.map((example) => `${example}.ts`)]) {
      await copyFile(join(ROOT, "examples", name), join(app, name));
    }
  }, 180_000);
  afterAll(() => rm(app, { recursive: true }));

  it("have a function to add them", async () => {
    const imports = ADAPTERS.map((name) => `console.log(typeof (await import("@baton/${name}")).withBaton);`);
    await writeFile(join(app, "imports.mjs"), imports.join("\n"));
    const { stdout } = await run(process.execPath, ["imports.mjs"], { cwd: app });
    expect(stdout.trim().split("\n")).toEqual(ADAPTERS.map(() => "function"));
  });

  it.each(EXAMPLES)("run the example %s", async (example) => {
    const { code } = await transform(await readFile(join(app, `${example}.ts`), "utf8"), { loader: "ts" });
    await writeFile(join(app, `${example}.mjs`), code);
    const { stdout } = await run(process.execPath, [`${example}.mjs`], { cwd: app });
    expect(stdout).toMatch(/recommendation_agent receives .*fraud_score/);
    expect(stdout).not.toContain("adjuster");
  });
});
