import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parsePolicy } from "@baton/core";
import { lintPolicy, parseSwitch } from "@baton/core/policy";
import { HOOK_SETTINGS, TEMPLATES } from "@baton/core/templates";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { runCommand } from "../../test/run-command";
import { initFolder } from "../init/init-folder";
import { allFiles } from "../init/plan-files";

const ALL = [
  ".claude/logs/.gitignore",
  ".claude/settings.json",
  "baton/agent.md",
  "baton/handoff.md",
  "baton/index.md",
  "baton/progress.json",
  "baton/teammate.md",
  "governance_policies.json",
  "system_config.json",
];

let root: string;

let programs: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "baton-init-"));
  programs = await mkdtemp(join(tmpdir(), "baton-programs-"));
  await writeFile(join(programs, "baton"), "", { mode: 0o755 });
  vi.stubEnv("PATH", programs);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true });
  await rm(programs, { recursive: true });
});

/** Returns the text of every file in the repository, by path. */
async function snapshot(): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).sort();
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(root, path), "utf8")] as const)),
  );
}

/** Lets the process look as if it was started with a program, until the test ends. */
async function startAs(program: string): Promise<string> {
  const started = process.argv;
  await mkdir(join(program, ".."), { recursive: true });
  await writeFile(program, "");
  process.argv = [process.execPath, program];
  onTestFinished(() => {
    process.argv = started;
  });
  return program;
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(join(root, path, ".."), { recursive: true });
  await writeFile(join(root, path), text);
}

describe("baton init in an empty repository", () => {
  it("writes files that Baton validates without findings", async () => {
    const { exitCode, stdout } = await runCommand("init", root);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("new          governance_policies.json")]);
    const files = await snapshot();
    expect(Object.keys(files)).toEqual(ALL);
    const policy = parsePolicy(JSON.parse(files["governance_policies.json"] ?? ""));
    expect(policy).toMatchObject({ ok: true, findings: [] });
    if (policy.ok) expect(lintPolicy(policy.policy, { now: 0 })).toEqual([]);
    expect(parseSwitch(JSON.parse(files["system_config.json"] ?? ""))).toMatchObject({ ok: true });
  });

  it("changes nothing the second time", async () => {
    await runCommand("init", root);
    const before = await snapshot();
    const { exitCode, stdout } = await runCommand("init", root, "--json");
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).files.map(({ state }: { state: string }) => state)).toEqual(
      ALL.map(() => "same"),
    );
    expect(await snapshot()).toEqual(before);
  });

  it("changes nothing in a dry run, and lists the planned changes", async () => {
    const { exitCode, stdout } = await runCommand("init", root, "--dry-run", "--json");
    expect([exitCode, await snapshot()]).toEqual([0, {}]);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, dry_run: true });
    expect(JSON.parse(stdout).files).toHaveLength(ALL.length);
  });
});

describe("baton init with existing files", () => {
  const SETTINGS = '{ "model": "opus", "hooks": { "Stop": [{"hooks":[]}] } }\n';

  it("adds to settings and documents, and keeps their content", async () => {
    await put(".claude/settings.json", SETTINGS);
    await put("system_config.json", '{ "retention":  30 }');
    expect((await runCommand("init", root)).exitCode).toBe(0);
    const files = await snapshot();
    expect(files[".claude/settings.json"]).toContain('"Stop": [{"hooks":[]}]');
    expect(JSON.parse(files[".claude/settings.json"] ?? "")).toEqual({
      model: "opus",
      hooks: { Stop: [{ hooks: [] }], ...HOOK_SETTINGS.hooks },
    });
    expect(files["system_config.json"]).toContain('"retention":  30');
  });

  it("overwrites nothing without a terminal, and explains how to allow it", async () => {
    await put("baton/agent.md", "our own");
    const { exitCode, stderr } = await runCommand("init", root);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/would overwrite baton\/agent\.md.+--force/),
    ]);
    expect(await snapshot()).toEqual({ "baton/agent.md": "our own" });
  });

  it.each(["--force", "--yes"])("overwrites a section with %s, and keeps other sections", async (flag) => {
    await put("governance_policies.json", '{"multi_agent_handoffs":{},"retention":{"days": 30}}');
    expect((await runCommand("init", root, flag)).exitCode).toBe(0);
    const { "governance_policies.json": policy = "" } = await snapshot();
    expect(policy).toContain('"retention":{"days": 30}');
    expect(parsePolicy(JSON.parse(policy))).toMatchObject({
      ok: true,
      policy: { default_handoff_mode: "scoped" },
    });
  });

  it("asks before overwriting each file, and writes the others", async () => {
    await put("baton/agent.md", "our own");
    await put("baton/handoff.md", "an old one");
    const asked: string[] = [];
    const mayReplace = (path: string) => {
      asked.push(path);
      return path === "baton/handoff.md";
    };
    const files = await initFolder(root, {
      files: allFiles({ baton: "baton", isOnPath: true, isInCache: false }),
      dryRun: false,
      mayReplace,
    });
    expect(asked.sort()).toEqual(["baton/agent.md", "baton/handoff.md"]);
    expect(files).toContainEqual({ path: "baton/agent.md", state: "kept" });
    expect(await snapshot()).toMatchObject({
      "baton/agent.md": "our own",
      "baton/handoff.md": TEMPLATES.handoff.render(),
      "baton/index.md": TEMPLATES.index.render(),
    });
  });

  it.each([
    ["broken settings", () => put(".claude/settings.json", "{"), "settings.json cannot be changed"],
    ["a file for a folder", () => put("baton", ""), "a file has the path of its folder"],
    ["a folder for a file", () => mkdir(join(root, "system_config.json")), "it is not a file"],
    ["a symlinked file", () => symlink("/etc/hostname", join(root, "system_config.json")), "a symbolic link"],
    [
      "a folder that leads out",
      () => symlink(tmpdir(), join(root, ".claude")),
      "leads out of the repository",
    ],
  ])("writes nothing if it finds %s", async (_, prepare, message) => {
    await prepare();
    const before = await snapshot();
    const { exitCode, stderr } = await runCommand("init", root, "--force");
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(await snapshot()).toEqual(before);
  });

  it("rejects a missing folder", async () => {
    const { exitCode, stderr } = await runCommand("init", join(root, "nowhere"));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("is not a folder")]);
  });
});

describe("baton init --claude-code", () => {
  it("adds only the hooks, once, and removes them again", async () => {
    const own = '{ "hooks": { "Stop": [{"hooks":[]}] } }\n';
    await put(".claude/settings.json", own);
    for (let round = 0; round < 2; round += 1) {
      expect((await runCommand("init", root, "--claude-code")).exitCode).toBe(0);
      const files = await snapshot();
      expect(Object.keys(files)).toEqual([".claude/logs/.gitignore", ".claude/settings.json"]);
      expect(JSON.parse(files[".claude/settings.json"] ?? "")).toEqual({
        hooks: { Stop: [{ hooks: [] }], ...HOOK_SETTINGS.hooks },
      });
    }
    expect((await runCommand("init", root, "--claude-code", "--remove")).stdout).toContain("taken from");
    const left = await snapshot();
    expect(Object.keys(left)).toEqual([".claude/settings.json"]);
    expect(JSON.parse(left[".claude/settings.json"] ?? "")).toEqual(JSON.parse(own));
    const again = await runCommand("init", root, "--claude-code", "--remove");
    expect(again.stdout).toContain("Baton has no hooks in these settings.");
  });

  it("leaves no file or folder that it created, and keeps logs out of git", async () => {
    await runCommand("init", root, "--claude-code");
    await runCommand("init", root, "--claude-code", "--remove");
    expect(await readdir(root)).toEqual([]);
    await runCommand("init", root, "--claude-code");
    await put(".claude/logs/baton-s1.jsonl", "{}\n");
    await runCommand("init", root, "--claude-code", "--remove");
    expect(Object.keys(await snapshot())).toEqual([".claude/logs/.gitignore", ".claude/logs/baton-s1.jsonl"]);
  });

  it("warns that npm can delete the program in the cache of npx", async () => {
    vi.stubEnv("PATH", root);
    await startAs(join(programs, "_npx", "8ee1", "baton.mjs"));
    expect((await runCommand("init", root, "--claude-code")).stderr).toMatch(/cache.*npm install --global/);
  });

  it("starts Baton by its path in local settings if it is not on the path, as with npx", async () => {
    const ofNpm = join(programs, "node_modules", ".bin");
    await mkdir(ofNpm, { recursive: true });
    await rename(join(programs, "baton"), join(ofNpm, "baton"));
    vi.stubEnv("PATH", ofNpm);
    const program = await startAs(join(programs, "baton.mjs"));
    expect(await runCommand("init", root, "--claude-code")).toMatchObject({ exitCode: 0, stderr: "" });
    const settings = ".claude/settings.local.json";
    expect(Object.keys(await snapshot())).toEqual([".claude/logs/.gitignore", settings]);
    const { hooks } = JSON.parse((await snapshot())[settings] ?? "");
    const { command } = hooks.PreToolUse[0].hooks[0];
    expect(command).toBe(`"${process.execPath}" "${await realpath(program)}" hook claude-code`);
    expect((await runCommand("init", root, "--claude-code", "--remove")).stdout).toContain(
      `deleted      ${settings}`,
    );
  });

  it("changes the settings of the user with --user", async () => {
    vi.stubEnv("HOME", root);
    expect((await runCommand("init", "--claude-code", "--user")).exitCode).toBe(0);
    expect(Object.keys(await snapshot())).toEqual([".claude/settings.json"]);
    expect((await runCommand("init", root, "--user")).exitCode).toBe(2);
  });
});

describe("baton template", () => {
  it.each(Object.keys(TEMPLATES))("prints %s", async (name) => {
    const text = Object.entries(TEMPLATES)
      .find(([each]) => each === name)?.[1]
      .render();
    expect(await runCommand("template", name)).toEqual({ exitCode: 0, stdout: text, stderr: "" });
    expect(JSON.parse((await runCommand("template", name, "--json")).stdout)).toEqual({ name, text });
  });

  it("rejects an unknown template", async () => {
    expect((await runCommand("template", "bogus")).exitCode).toBe(2);
  });
});
