import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cpuMilliseconds } from "../../test/cpu-time";
import { HostileFolder, hostileNames, OUTSIDE } from "../../test/hostile-folder";
import { IMPLEMENTATION, PLAN, RESEARCH } from "../../test/manifest";
import type { NamedFiles } from "../manifest/manifest-files";
import { countTokens } from "../tokens/count-tokens";
import { type ManifestReport, validateManifestFolder } from "./manifest-folder";

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "baton-manifest-")));
});
afterEach(() => rmSync(root, { recursive: true }));

const AN_OUTLINE = "one two three four five";
const tokensOfOutline = countTokens(AN_OUTLINE);

function write(path: string, content: string | Uint8Array | object): void {
  const isRaw = typeof content === "string" || content instanceof Uint8Array;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), isRaw ? content : JSON.stringify(content, null, 2));
}

/** Writes a manifest into its own artifacts directory, and files next to it. */
function save(
  manifest: { artifacts_directory: string; [key: string]: unknown },
  files: Record<string, string | Uint8Array> = {},
): string {
  write(`${manifest.artifacts_directory}manifest.json`, manifest);
  for (const [name, content] of Object.entries(files))
    write(`${manifest.artifacts_directory}${name}`, content);
  return join(root, manifest.artifacts_directory);
}

async function check(directory: string, more: object = {}): Promise<ManifestReport> {
  const report = await validateManifestFolder(directory, { root, ...more });
  if (!report) throw new Error("there is no manifest");
  return report;
}

const codesOf = ({ findings }: ManifestReport) =>
  findings.map(({ severity, code, path }) => `${severity} ${code} ${path}`);

describe("validateManifestFolder", () => {
  it('treats a folder "latest" that a backup created from the link as the run it copies', async () => {
    const directory = save(RESEARCH, { "full-analysis.md": AN_OUTLINE });
    const original = await check(directory);
    const copy = join(dirname(directory), "latest");
    cpSync(directory, copy, { recursive: true });
    const { files, findings, sizes } = await check(copy);
    expect({ files, findings, sizes }).toEqual({
      files: original.files,
      findings: original.findings,
      sizes: original.sizes,
    });

    writeFileSync(join(copy, "manifest.json"), JSON.stringify({ ...RESEARCH, to_agents: ["other"] }));
    expect((await check(copy)).findings).toMatchObject([{ code: "path_escapes_directory" }]);
  });

  it("validates the manifest with its files and the preceding manifests", async () => {
    save(RESEARCH, { "full-analysis.md": AN_OUTLINE });
    const directory = save(PLAN, {
      "api-spec.yaml": AN_OUTLINE,
      "diagrams/code.mermaid": AN_OUTLINE,
      "diagrams/refresh.mermaid": AN_OUTLINE,
    });
    const report = await check(directory);
    expect(codesOf(report)).toEqual([]);
    expect(report).toMatchObject({
      path: join(directory, "manifest.json"),
      fromAgent: "backend-architect",
      artifactType: "plan",
      document: PLAN,
      sizes: { requiredReadingTokens: tokensOfOutline, detailTokens: 3 * tokensOfOutline },
    });
    expect(report.files?.detailFiles[1]).toEqual({
      name: "diagrams/*",
      isPattern: true,
      files: ["code", "refresh"].map((name) => ({
        path: `diagrams/${name}.mermaid`,
        state: "counted",
        secretKinds: [],
        bytes: AN_OUTLINE.length,
        tokens: tokensOfOutline,
      })),
    });
  });

  it("stops reading files after ten seconds, because links can lead through thousands of folders", async () => {
    const names = Array.from({ length: 60 }, (_, index) => `${index}.md`);
    const files = Object.fromEntries(names.map((name) => [name, AN_OUTLINE]));
    const directory = save({ ...PLAN, required_reading: [], detail_files: names }, files);
    let now = 0;
    // The clock is read before and after each file.
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 400));
    const { files: found } = await check(directory).finally(() => clock.mockRestore());
    const states = found?.detailFiles.map((entry) => entry?.files[0]?.state) ?? [];
    expect(states.filter((state) => state === "counted")).toHaveLength(25);
    expect(new Set(states.slice(25))).toEqual(new Set(["unavailable"]));
  });

  it("counts at most 8 MiB of required reading and 32 MiB of other files", async () => {
    const large = "a ".repeat(3 * 1024 * 1024);
    const names = Array.from({ length: 8 }, (_, index) => `log-${index}.txt`);
    const files = Object.fromEntries([...names, "read-1.md", "read-2.md"].map((name) => [name, large]));
    const required_reading = ["read-1.md", "read-2.md"].map((file) => ({ file, description: "All of it" }));
    const looked: number[] = [];
    const { findings, files: found } = await check(
      save({ ...PLAN, required_reading, detail_files: names }, files),
      {
        secretFinder: {
          findSecrets: (text: string) => {
            looked.push(text.length);
            return [];
          },
        },
        count: () => 1,
      },
    );
    const statesOf = (entries: readonly (NamedFiles | null)[] = []) =>
      entries.flatMap((entry) => entry?.files.map(({ state }) => state) ?? []);
    expect(statesOf(found?.requiredReading)).toEqual(["counted", "uncounted"]);
    expect(statesOf(found?.detailFiles).filter((state) => state === "counted")).toHaveLength(5);
    expect(findings.map(({ code }) => code)).toContain("required_reading_too_large");
    expect(looked.filter((length) => length === large.length)).toHaveLength(1);
  });

  it("reports unresolved dependencies without a preceding manifest", async () => {
    const report = await check(save(PLAN, { "api-spec.yaml": "", "diagrams/a": "" }));
    expect(codesOf(report)).toEqual(
      [0, 1].map((index) => `warning unresolved_dependency /dependencies_satisfied/${index}`),
    );
  });

  it("reports constraints that no later manifest names", async () => {
    save(PLAN);
    const { uncovered } = await check(save(RESEARCH, { "full-analysis.md": "" }));
    expect(uncovered.map(({ index }) => index)).toEqual([2]);
  });

  it("returns null without a manifest, and throws without a folder", async () => {
    expect(await validateManifestFolder(root, { root })).toBeNull();
    await expect(validateManifestFolder(join(root, "nowhere"), { root })).rejects.toThrow("ENOENT");
  });

  it.each<[string, string | Uint8Array, string]>([
    ["invalid JSON", "{", "error schema "],
    ["a duplicate key", '{"a":1,"a":2}', "error schema "],
    ["invalid UTF-8", Uint8Array.of(0x22, 0xff, 0x22), "error schema "],
    ["more than 1 MiB", " ".repeat(1024 * 1024 + 1), "error manifest_too_large "],
  ])("rejects a manifest that has %s", async (_, content, expected) => {
    write("a/manifest.json", content);
    const report = await check(join(root, "a"));
    expect(codesOf(report)).toEqual([expected]);
    expect(report).toMatchObject({ document: undefined, sizes: null });
  });

  it("accepts `latest` as the folder", async () => {
    save(PLAN);
    const directory = save(IMPLEMENTATION, { "src/oauth2/token.ts": "", "notes.md": "" });
    symlinkSync("2026-01-05-oauth2", join(root, "artifacts/backend-architect/latest"));
    const artifacts_directory = "artifacts/backend-architect/latest/";
    write(`${IMPLEMENTATION.artifacts_directory}manifest.json`, { ...IMPLEMENTATION, artifacts_directory });
    expect(codesOf(await check(directory))).toEqual([]);
    expect(codesOf(await check(join(root, artifacts_directory)))).toEqual([]);
  });

  it("reports the error of each file", async () => {
    const named = (file: string) => ({ file, description: "" });
    const manifest = {
      ...PLAN,
      dependencies_satisfied: [],
      required_reading: [named("a*.md"), named("image.png"), named("diagrams")],
      optional_context: [named("gone.md"), named("diagrams")],
      detail_files: ["gone.md", "gone/*", "image.png", "diagrams/", "a*.md", "manifest.json"],
    };
    const directory = save(manifest, {
      "image.png": Uint8Array.of(0x89, 0xff),
      "diagrams/a": "a",
      "a*.md": "b",
    });
    const report = await check(directory);
    expect(codesOf(report)).toEqual([
      "error detail_file_missing /detail_files/0",
      "warning detail_file_missing /detail_files/1",
      "warning detail_file_missing /optional_context/0/file",
      "error required_file_missing /required_reading/1/file",
      "error required_file_missing /required_reading/2/file",
    ]);
    expect(report.sizes?.detailTokens).toBeNull();
  });

  it("rejects more than 20,000 values", async () => {
    const manifest = { ...PLAN, dependencies_satisfied: Array(20_001).fill({}) };
    expect((await check(save(manifest))).findings).toMatchObject([
      { code: "schema", message: "it has more than 20000 values" },
    ]);
  });

  it("reports secrets in the required reading", async () => {
    const secretFinder = {
      findSecrets: (text: string) =>
        text.includes("s3cret") ? [{ kind: "word", start: 0, end: 6, line: 1, column: 1 }] : [],
    };
    const directory = save(
      { ...PLAN, dependencies_satisfied: [] },
      { "api-spec.yaml": "s3cret", "diagrams/a": "s3cret" },
    );
    expect(codesOf(await check(directory, { secretFinder }))).toEqual([
      "error secret_found /required_reading/0/file",
    ]);
  });

  it("counts a file once even if it is named in several ways", async () => {
    const detail_files = ["a.md", "./a.md", "*", "**", "a.md"];
    const report = await check(
      save(
        { ...PLAN, dependencies_satisfied: [], required_reading: [], detail_files },
        { "a.md": AN_OUTLINE },
      ),
    );
    expect(report.sizes?.detailTokens).toBe(tokensOfOutline);
  });
});

describe("file patterns", () => {
  it("find at most 20,000 files together, with a warning", async () => {
    const names = Array.from({ length: 300 }, (_, index) => [`notes-${index}.md`, ""]);
    const detail_files = Array.from({ length: 100 }, () => "**");
    const plan = { ...PLAN, dependencies_satisfied: [], required_reading: [], detail_files };
    const report = await check(save(plan, Object.fromEntries(names)));
    const found = report.files?.detailFiles.map((entry) => entry?.files.length);
    expect(found).toEqual([...Array(66).fill(300), ...Array(34).fill(1)]);
    expect(report.findings.filter(({ message }) => message.includes("too many files"))).toHaveLength(34);
  });

  it("stop after a time limit, for any number of patterns", async () => {
    const names = Array.from({ length: 200 }, (_, index) => [`${"a".repeat(200)}${index}`, ""]);
    const detail_files = Array.from({ length: 1_000 }, () => `${"*a".repeat(90)}b`);
    const plan = { ...PLAN, dependencies_satisfied: [], required_reading: [], detail_files };
    const directory = save(plan, Object.fromEntries(names));
    const started = cpuMilliseconds();
    await check(directory);
    expect(cpuMilliseconds() - started).toBeLessThan(5_000);
  });
});

describe("an artifacts_directory", () => {
  it.each([
    ["/etc", "path_escapes_directory"],
    ["/", "path_escapes_directory"],
    ["..", "path_escapes_directory"],
    ["../", "path_escapes_directory"],
    ["artifacts/../../outside", "path_escapes_directory"],
    ["%2e%2e/outside", "path_escapes_directory"],
    ["..\\outside", "path_escapes_directory"],
    ["C:\\", "path_escapes_directory"],
    ["/etc\0", "path_escapes_directory"],
    ["artifacts\0", "path_escapes_directory"],
    ["", "path_escapes_directory"],
    [".", "path_escapes_directory"],
    ["artifacts", "path_escapes_directory"],
    ["artifacts/backend-architect", "path_escapes_directory"],
    ["link-out", "path_escapes_directory"],
    ["artifacts/backend-architect/nowhere", "artifacts_directory_missing"],
    ["file.txt/x", "artifacts_directory_missing"],
    ["circle", "artifacts_directory_missing"],
  ])("is rejected if it is %j, and no file is opened", async (artifacts_directory, code) => {
    const directory = save(PLAN, { "api-spec.yaml": "", "diagrams/a": "" });
    symlinkSync("/etc", join(root, "link-out"));
    symlinkSync("circle", join(root, "circle"));
    write("file.txt", "");
    const named = [{ file: "passwd", description: "" }];
    const manifest = {
      ...PLAN,
      dependencies_satisfied: [],
      artifacts_directory,
      required_reading: named,
      detail_files: ["*", "passwd"],
    };
    write(`${PLAN.artifacts_directory}manifest.json`, manifest);
    const report = await check(directory);
    expect(codesOf(report)).toEqual([`error ${code} /artifacts_directory`]);
    expect(report.files).toMatchObject({ requiredReading: [], detailFiles: [] });
    expect(report.sizes).toMatchObject({ requiredReadingTokens: null, detailTokens: null });
  });

  it("may be the absolute path of the folder itself", async () => {
    const directory = save(PLAN, { "api-spec.yaml": "", "diagrams/a": "" });
    write(`${PLAN.artifacts_directory}manifest.json`, {
      ...PLAN,
      dependencies_satisfied: [],
      artifacts_directory: directory,
    });
    expect(codesOf(await check(directory))).toEqual([]);
  });
});

describe("names of files that lead outside", () => {
  it("are rejected, and none of these files is counted", async () => {
    const hostile = new HostileFolder();
    try {
      const names = [...hostileNames(hostile.outside), ...(await hostile.plant())].filter(
        (name) => !/^(sub\/?|\.?\/?|sub\/\.\.|\*|sub\/\*)$/.test(name),
      );
      const manifest = {
        ...PLAN,
        artifacts_directory: "artifacts/agent/run",
        required_reading: [],
        detail_files: names,
      };
      writeFileSync(hostile.at("manifest.json"), JSON.stringify(manifest));
      const report = await validateManifestFolder(hostile.folder, { root: join(hostile.base, "project") });
      expect(report?.files?.detailFiles).toHaveLength(names.length);
      const files = report?.files?.detailFiles.flatMap((entry) => entry?.files ?? []) ?? [];
      const counted = files.filter(({ state }) => state === "counted" || state === "uncounted");
      // A pattern with braces, and a file with a slash after its name.
      expect(counted.map(({ path }) => path)).toEqual(["file.txt", "file.txt"]);
      expect(JSON.stringify(report?.files)).not.toContain(OUTSIDE);
      const escaping = report?.findings.filter(({ code }) => code === "path_escapes_directory") ?? [];
      expect(escaping.length).toBeGreaterThan(70);
    } finally {
      hostile.remove();
    }
  });

  it("are rejected in patterns too", async () => {
    const hostile = new HostileFolder();
    try {
      await hostile.plant();
      const manifest = {
        ...PLAN,
        artifacts_directory: "artifacts/agent/run",
        required_reading: [],
        detail_files: ["**", "../**"],
      };
      writeFileSync(hostile.at("manifest.json"), JSON.stringify(manifest));
      const report = await validateManifestFolder(hostile.folder, { root: join(hostile.base, "project") });
      const counted = report?.files?.detailFiles.flatMap(
        (entry) => entry?.files.filter(({ state }) => state === "counted") ?? [],
      );
      expect(counted?.map(({ path }) => path)).toEqual(["file.txt", "sub/deeper/file.txt", "sub/file.txt"]);
    } finally {
      hostile.remove();
    }
  });
});
