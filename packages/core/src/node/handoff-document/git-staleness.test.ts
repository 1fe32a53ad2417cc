import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EMPTY_HANDOFF_DOCUMENT } from "../../handoff-document/handoff-document";
import { gitEnvironment } from "../env";
import { listChangedFiles, readCommitFacts } from "./git-facts";
import { readStaleness } from "./read-staleness";
import { findReferencedFiles } from "./referenced-file-states";

let folder: string;
let root: string;

const AUTHOR = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"];
const git = (...words: string[]) =>
  execFileSync("git", [...AUTHOR, ...words], { cwd: root, env: gitEnvironment(), encoding: "utf8" }).trim();

async function commit(path: string, content: string): Promise<string> {
  await mkdir(join(root, path, ".."), { recursive: true });
  await writeFile(join(root, path), content);
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "-m", path);
  return git("rev-parse", "HEAD");
}

const commitMany = (count: number) => {
  for (let index = 0; index < count; index += 1) git("commit", "--quiet", "--allow-empty", "-m", `${index}`);
};

async function stalenessOf(named: string | undefined, references: string[] = []) {
  const document = {
    ...EMPTY_HANDOFF_DOCUMENT,
    frontMatter: named === undefined ? {} : { commit: named },
    references,
  };
  return readStaleness(root, document, await findReferencedFiles(root, document));
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-staleness-"));
  root = join(folder, "project");
  await mkdir(root);
  git("init", "--quiet", "--initial-branch=main");
});

afterEach(() => rm(folder, { recursive: true }));

describe("readStaleness with a real repository", () => {
  it.runIf(process.platform === "linux").each(["commondir", "objects/info/alternates", "refs/heads/main"])(
    "does not read an endless file of the repository: %s",
    async (name) => {
      await commit("src/a.ts", "1");
      await rm(join(root, ".git", name), { force: true });
      await symlink("/dev/zero", join(root, ".git", name));
      const signal = AbortSignal.timeout(20_000);
      const { facts } = await readCommitFacts(root, "abcd1234", signal);
      expect(["no_repository", "not_found"]).toContain(facts.state);
      expect(signal.aborted).toBe(false);
    },
  );

  it("counts later commits by a full or abbreviated ID", async () => {
    const first = await commit("src/a.ts", "1");
    expect(await stalenessOf(first, ["src/a.ts"])).toMatchObject({ level: "FRESH", reasons: [] });
    commitMany(2);
    expect(await stalenessOf(first.slice(0, 7))).toMatchObject({
      level: "FRESH",
      reasons: ["2 commits since"],
    });
    commitMany(1);
    expect((await stalenessOf(first)).level).toBe("SLIGHTLY_STALE");
    commitMany(8);
    expect((await stalenessOf(first)).level).toBe("STALE");
    commitMany(20);
    expect(await stalenessOf(first)).toMatchObject({
      level: "VERY_STALE",
      facts: { commit: { state: "known", commitsSince: 31, hasDiverged: false } },
    });
  }, 60_000);

  it("detects that the branch has diverged", async () => {
    await commit("a.txt", "1");
    git("checkout", "--quiet", "-b", "other");
    const there = await commit("b.txt", "1");
    git("checkout", "--quiet", "main");
    await commit("c.txt", "1");
    expect(await stalenessOf(there)).toMatchObject({
      level: "STALE",
      facts: { commit: { commitsSince: 1, hasDiverged: true } },
    });
  });

  it("names missing files and changed ones, committed or not", async () => {
    await commit("src/b.ts", "1");
    await commit("src/c.ts", "1");
    const then = await commit("src/a.ts", "1");
    await commit("src/a.ts", "2");
    await writeFile(join(root, "src/b.ts"), "2");
    const references = ["src/a.ts", "./src/b.ts", "src/c.ts"];
    expect(await stalenessOf(then, references)).toMatchObject({
      level: "FRESH",
      reasons: ["1 commit since", "changed since: src/a.ts, ./src/b.ts"],
    });
    await rm(join(root, "src/c.ts"));
    expect(await stalenessOf(then, references)).toMatchObject({
      level: "STALE",
      facts: { missingFiles: ["src/c.ts"], changedFiles: ["src/a.ts", "./src/b.ts"] },
    });
    await rm(join(root, "src/b.ts"));
    expect((await stalenessOf(then, references)).level).toBe("VERY_STALE");
  });

  it("reports an unknown or unnamed commit, and a missing repository", async () => {
    const stateOf = async (named?: string) => (await stalenessOf(named)).facts.commit.state;
    expect(await stateOf("abcd1234")).toBe("not_found");
    await commit("a.txt", "1");
    expect(await stateOf("abcd1234")).toBe("not_found");
    expect(await stateOf()).toBe("not_named");
    expect((await stalenessOf("abcd1234")).level).toBe("VERY_STALE");
    await rm(join(root, ".git"), { recursive: true });
    expect(await stateOf("abcd1234")).toBe("no_repository");
  });

  it("detects changes, but ignores line endings and files that git does not track", async () => {
    await symlink("../elsewhere", join(root, "link"));
    await writeFile(join(root, "large.txt"), "x".repeat(8 * 1024 * 1024 + 1));
    const then = await commit("src/a.ts", "1\n2\n");
    await writeFile(join(root, "src/a.ts"), "1\r\n2\r\n");
    const files = ["src/a.ts", "link", "large.txt", "src", "src/new.ts", "untracked.ts"];
    expect(await listChangedFiles(root, then, files)).toEqual([]);
    await commit("src/new.ts", "1");
    expect(await listChangedFiles(root, then, files)).toEqual(["src/new.ts"]);
    await rm(join(root, "link"));
    await symlink("../there", join(root, "link"));
    await commit("large.txt", "y".repeat(8 * 1024 * 1024 + 1));
    await writeFile(join(root, "untracked.ts"), "1");
    expect(await listChangedFiles(root, then, files)).toEqual(["link", "large.txt", "src/new.ts"]);
  });

  it("works in a subfolder of the repository", async () => {
    const then = await commit("deep/src/a.ts", "1");
    await commit("deep/src/a.ts", "2");
    expect(await listChangedFiles(join(root, "deep"), then, ["src/a.ts"])).toEqual(["src/a.ts"]);
  });
});

describe("readStaleness with a hostile document", () => {
  it("accepts no branch, option or expression as a commit", async () => {
    await commit("a.txt", "1");
    for (const named of [
      "HEAD",
      "main",
      "--all",
      `--output=${join(folder, "written")}`,
      "HEAD; touch written",
      "abcd..HEAD",
      "abcd^{/x}",
      "",
      "\0",
    ]) {
      expect((await readCommitFacts(root, named)).facts, named).toEqual({ state: "not_found" });
    }
    expect(existsSync(join(folder, "written"))).toBe(false);
  });

  it("accepts no option, pattern or magic as a path", async () => {
    const then = await commit("src/a.ts", "1");
    await commit("src/a.ts", "2");
    const paths = [
      `--output=${join(folder, "written")}`,
      "*.ts",
      ":(glob)**",
      ":!src",
      "../project/src/a.ts",
      "-p",
    ];
    for (const path of paths) expect(await listChangedFiles(root, then, [path]), path).toEqual([]);
    expect(existsSync(join(folder, "written"))).toBe(false);
  });

  it("runs no command of the repository's configuration", async () => {
    const then = await commit("src/a.ts", "1");
    const script = join(folder, "script.sh");
    await writeFile(script, `#!/bin/sh\ntouch ${join(folder, "written")}\n`, { mode: 0o755 });
    git("config", "core.fsmonitor", script);
    git("config", "diff.external", script);
    git("config", "core.pager", script);
    await writeFile(join(root, "src/a.ts"), "2");
    expect(await stalenessOf(then, ["src/a.ts"])).toMatchObject({ facts: { changedFiles: ["src/a.ts"] } });
    expect(existsSync(join(folder, "written"))).toBe(false);
  });

  it("runs no filter of any name, and does not fetch objects that a partial clone lacks", async () => {
    const then = await commit("src/a.ts", "1");
    const script = join(folder, "script.sh");
    await writeFile(script, `#!/bin/sh\ntouch ${join(folder, "written")}\ncat\n`, { mode: 0o755 });
    git("config", "filter.any.clean", script);
    await writeFile(join(root, ".git/info/attributes"), "* filter=any\n");
    await writeFile(join(root, "src/a.ts"), "2");
    expect(await listChangedFiles(root, then, ["src/a.ts"])).toEqual(["src/a.ts"]);
    expect(existsSync(join(folder, "written"))).toBe(false);

    git("config", "core.repositoryFormatVersion", "1");
    git("config", "extensions.partialClone", "origin");
    git("config", "core.sshCommand", script);
    for (const url of ["ssh://host/path", `ext::${script}`]) {
      git("config", "remote.origin.url", url);
      git("config", "protocol.allow", "always");
      git("config", "protocol.ext.allow", "always");
      expect((await readCommitFacts(root, "12345678".repeat(5))).facts).toEqual({ state: "not_found" });
      expect(await listChangedFiles(root, "12345678".repeat(5), ["src/a.ts"])).toEqual(["src/a.ts"]);
    }
    expect(existsSync(join(folder, "written"))).toBe(false);
  });

  it("uses the given folder despite git's environment variables", async () => {
    const then = await commit("a.txt", "1");
    process.env.GIT_DIR = "/nowhere";
    try {
      expect((await readCommitFacts(root, then)).facts.state).toBe("known");
    } finally {
      delete process.env.GIT_DIR;
    }
  });

  it("does not look for files outside of the project", async () => {
    await writeFile(join(folder, "secret.txt"), "1");
    await mkdir(join(root, "src"));
    await writeFile(join(root, "src/a.ts"), "");
    await symlink("../..", join(root, "src/up"));
    const references = [
      "../secret.txt",
      "/etc/hosts.conf",
      "~/x/y.txt",
      "src/up/secret.txt",
      "src/a.ts",
      "src/b.ts",
    ];
    const inside = join(root, "src/a.ts");
    const found = await findReferencedFiles(root, {
      ...EMPTY_HANDOFF_DOCUMENT,
      references: [...references, inside],
    });
    expect(Object.fromEntries(found)).toEqual({
      "../secret.txt": "outside",
      "/etc/hosts.conf": "outside",
      "~/x/y.txt": "outside",
      "src/up/secret.txt": "outside",
      "src/a.ts": "present",
      "src/b.ts": "missing",
      [inside]: "present",
    });
    const document = { ...EMPTY_HANDOFF_DOCUMENT, references };
    expect(await findReferencedFiles(root, document, AbortSignal.abort())).toEqual(new Map());
  });
});
