import { execFile } from "node:child_process";
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build as esbuild } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { build as vite } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assembleCore } from "./assemble-core.mjs";
import { reportApi } from "./report-api";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const FIXTURES = fileURLToPath(new URL("core/", import.meta.url));
const BIN = join(ROOT, "node_modules/.bin");

/** A folder outside of the repository: `package/` is the packed package, `app/` has the tarball installed. */
let home: string;
let assembled: string;
let app: string;
let tarball: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "baton-installed-"));
  assembled = join(home, "package");
  app = join(home, "app");
  await Promise.all([mkdir(assembled), mkdir(app)]);
  await assembleCore(ROOT, assembled);
  const packed = await run("npm", ["pack", "--loglevel=error", "--pack-destination", home], {
    cwd: assembled,
  });
  tarball = join(home, packed.stdout.trim());
  for (const name of ["app.mjs", "governance_policies.json", "typed-app.ts"]) {
    await copyFile(join(FIXTURES, name), join(app, name));
  }
  await writeFile(join(app, "package.json"), '{ "type": "module" }');
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", tarball], { cwd: app });
}, 180_000);

afterAll(() => rm(home, { recursive: true }));

it("the package can be installed into an application with the newest versions of its optional peers", async () => {
  const other = join(home, "other");
  const versions = { openai: "7.59.0", "@babel/parser": "8.1.3" };
  for (const [name, version] of Object.entries(versions)) {
    await mkdir(join(other, name), { recursive: true });
    await writeFile(join(other, name, "package.json"), JSON.stringify({ name, version }));
  }
  const folders = Object.keys(versions).map((name) => `./${name}`);
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...folders, tarball], {
    cwd: other,
  });
}, 60_000);

/** Runs a program in the folder of the app. @returns its session lines, parsed. */
async function runApp(program: string): Promise<unknown[]> {
  await rm(join(app, "sessions"), { recursive: true, force: true });
  await run(process.execPath, [program], { cwd: app });
  const lines = await readFile(join(app, "sessions/claim-1.jsonl"), "utf8");
  return lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const HANDED_OVER = [
  { event_type: "policy_seen" },
  { event_type: "context_handoff", scoping_state: "scoped", fields_filtered: ["fraud_agent.ssn"] },
];

describe("a ten-line app", () => {
  it("writes a handoff with plain Node", async () => {
    expect((await readFile(join(app, "app.mjs"), "utf8")).trim().split("\n").length).toBeLessThanOrEqual(10);
    expect(await runApp("app.mjs")).toMatchObject(HANDED_OVER);
  });

  it("writes a handoff when esbuild bundled it, with the rank table next to it", async () => {
    await esbuild({
      entryPoints: [join(app, "app.mjs")],
      outfile: join(app, "esbuild/app.mjs"),
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "error",
    });
    await expect(runApp("esbuild/app.mjs")).rejects.toThrow("Copy cl100k_base.bin next to the bundle");
    const table = "node_modules/@baton/core/ranks/cl100k_base.bin";
    await copyFile(join(app, table), join(app, "esbuild/cl100k_base.bin"));
    expect(await runApp("esbuild/app.mjs")).toMatchObject(HANDED_OVER);
  });

  it("writes a handoff when Vite bundled it for a server", async () => {
    await vite({
      root: app,
      logLevel: "error",
      ssr: { noExternal: true },
      build: { ssr: "app.mjs", outDir: "vite", rolldownOptions: { output: { entryFileNames: "app.mjs" } } },
    });
    await cp(join(app, "node_modules/@baton/core/ranks/cl100k_base.bin"), join(app, "vite/cl100k_base.bin"));
    expect(await runApp("vite/app.mjs")).toMatchObject(HANDED_OVER);
  });
});

it("@baton/core bundles scopeContext for a browser in 120 kB, and Vite copies its rank tables", async () => {
  await writeFile(
    join(app, "page.ts"),
    `import { scopeContext } from "@baton/core";\nObject.assign(globalThis, { scopeContext });`,
  );
  const { outputFiles } = await esbuild({
    entryPoints: [join(app, "page.ts")],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "error",
  });
  expect(outputFiles[0]?.contents.length).toBeLessThanOrEqual(120_000);
  await vite({
    root: app,
    logLevel: "error",
    build: { outDir: "page", rolldownOptions: { input: join(app, "page.ts") } },
  });
  const assets = await readdir(join(app, "page/assets"));
  expect(assets.filter((name) => name.endsWith(".bin"))).toHaveLength(2);
});

describe.each(["node16", "nodenext", "bundler"])(
  "@baton/core with moduleResolution %s",
  (moduleResolution) => {
    it("type-checks every entry point strictly", async () => {
      const config = join(app, `tsconfig.${moduleResolution}.json`);
      const compilerOptions = {
        module: moduleResolution === "bundler" ? "esnext" : moduleResolution,
        moduleResolution,
        target: "es2023",
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        noPropertyAccessFromIndexSignature: true,
        skipLibCheck: false,
        noEmit: true,
        typeRoots: [join(ROOT, "node_modules/@types")],
        types: ["node"],
      };
      await writeFile(config, JSON.stringify({ compilerOptions, files: ["typed-app.ts"] }));
      const checked = await run(join(BIN, "tsc"), ["-p", config]).catch((error: { stdout: string }) => error);
      expect(checked.stdout).toBe("");
    });
  },
);

describe("the packed @baton/core", () => {
  it("satisfies publint", async () => {
    const { messages, pkg } = await publint({ pkgDir: assembled, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it("satisfies arethetypeswrong", async () => {
    const { stdout } = await run(join(BIN, "attw"), [tarball, "--profile", "esm-only", "--format", "ascii"]);
    const resolutions = stdout.split("\n").filter((line) => /^(?:node16 \(from ESM\)|bundler):/.test(line));
    expect(resolutions.length).toBeGreaterThan(30);
    expect(resolutions.filter((line) => !line.includes("🟢"))).toEqual([]);
  });

  it("uses at most 12 MB with its dependencies", async () => {
    const { stdout } = await run("du", ["-sk", "node_modules"], { cwd: app });
    expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(12_000);
  });

  it("has the API of the committed report; `npm run api-report` updates it", async () => {
    expect(await reportApi(assembled)).toBe(
      await readFile(join(ROOT, "packages/core/api-report.txt"), "utf8"),
    );
  });

  it("exports no tests and no internals", async () => {
    const { exports } = JSON.parse(await readFile(join(assembled, "package.json"), "utf8"));
    expect(Object.keys(exports).filter((entry) => /test|internal/.test(entry))).toEqual([]);
  });
});
