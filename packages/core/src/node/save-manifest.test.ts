import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { policyOf } from "../../test/handoff";
import { loadDetectors } from "../content/load-detectors";
import { HandoffManifest, manifestTokens } from "../manifest/manifest";
import { countTokens } from "../tokens/count-tokens";
import { artifactDirectory } from "../workflow/artifact-directory";
import { listVersions } from "./artifact-versions";
import { saveManifest } from "./save-manifest";

const detectors = await loadDetectors();

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "save-manifest-"));
});
afterEach(() => rm(root, { recursive: true }));

/** Ends a hung test. */
const PATIENCE_MILLISECONDS = 60_000;

const AGENT = "backend-architect";
const timestampOf = (minute: number) => new Date(Date.UTC(2026, 0, 2, 9, minute)).toISOString();

function manifestOf(minute: number, fields: Partial<HandoffManifest> = {}): HandoffManifest {
  const timestamp = timestampOf(minute);
  const scope = "Sign-in";
  return HandoffManifest.parse({
    from_agent: AGENT,
    artifact_type: "plan",
    timestamp,
    scope,
    summary: { strategy: "Beside the old routes" },
    artifacts_directory: artifactDirectory({ agent: AGENT, timestamp, scope }),
    ...fields,
  });
}

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

const codesOf = (saved: Awaited<ReturnType<typeof saveManifest>>) =>
  saved.state === "refused" ? saved.findings.map(({ code }) => code) : [];
const readLatest = () => readlink(join(root, "artifacts", AGENT, "latest"));

describe("saveManifest", () => {
  it("writes nothing that content rules redact, and refuses what they block", async () => {
    const policy = (action: string) =>
      policyOf(
        { content_rules: [{ rule_id: "mail", detector: "email", action }] },
        { enabled: true, observe: false },
        detectors,
      );
    const manifest = manifestOf(0, { summary: { strategy: "Ask ann@example.com" } });
    const saved = await saveManifest(root, manifest, { contentPolicy: policy("redact") });
    expect(saved).toMatchObject({
      state: "saved",
      manifest: { summary: { strategy: "Ask [redacted: mail]" } },
    });
    expect(saved.findings).toContainEqual(
      expect.objectContaining({ code: "content_rule", severity: "warning", path: "/summary/strategy" }),
    );
    const written = await readFile(join(root, manifest.artifacts_directory, "manifest.json"), "utf8");
    expect(written).not.toContain("ann@example.com");
    const refused = await saveManifest(root, manifestOf(1, manifest), { contentPolicy: policy("block") });
    expect(codesOf(refused)).toEqual(["content_rule"]);
  });

  it("calculates the budget, and ignores the one in the manifest", async () => {
    const manifest = manifestOf(0, {
      required_reading: [{ file: "api.yaml", description: "The routes" }],
      context_budget: { manifest_tokens: 1, required_reading_tokens: 1 },
    });
    await put(`${manifest.artifacts_directory}api.yaml`, "paths: /token");
    const saved = await saveManifest(root, manifest);
    const path = `${manifest.artifacts_directory}manifest.json`;
    expect(saved).toMatchObject({ state: "saved", path });
    const written = JSON.parse(await readFile(join(root, path), "utf8"));
    expect(written.context_budget).toEqual({
      manifest_tokens: manifestTokens(manifest),
      required_reading_tokens: countTokens("paths: /token"),
      total_available_tokens: 68_000,
    });
    expect(await readdir(join(root, manifest.artifacts_directory))).toEqual(["api.yaml", "manifest.json"]);
  });

  it("links `latest` to the newest run, in any order of saving", async () => {
    await saveManifest(root, manifestOf(1));
    expect(await readLatest()).toBe("2026-01-02T09-01-00.000Z-sign-in");
    await saveManifest(root, manifestOf(3));
    await saveManifest(root, manifestOf(2));
    expect(await readLatest()).toBe("2026-01-02T09-03-00.000Z-sign-in");
  });

  it("links `latest` to the newest of simultaneous runs, and never exposes a partial manifest", {
    timeout: PATIENCE_MILLISECONDS,
  }, async () => {
    let isSaving = true;
    let readings = 0;
    const broken: unknown[] = [];
    const read = async () => {
      while (isSaving) {
        try {
          JSON.parse(await readFile(join(root, "artifacts", AGENT, "latest", "manifest.json"), "utf8"));
          readings += 1;
        } catch (error) {
          const isBeforeTheFirst = error instanceof Error && "code" in error && error.code === "ENOENT";
          if (!isBeforeTheFirst || readings > 0) broken.push(error);
        }
      }
    };
    const readers = [read(), read()];
    await Promise.all(Array.from({ length: 10 }, (_, minute) => saveManifest(root, manifestOf(minute))));
    isSaving = false;
    await Promise.all(readers);
    expect(broken).toEqual([]);
    expect(readings).toBeGreaterThan(0);
    expect(await readLatest()).toBe("2026-01-02T09-09-00.000Z-sign-in");
    const names = await readdir(join(root, "artifacts", AGENT));
    expect(names.filter((name) => name.endsWith(".partial"))).toEqual([]);
  });

  it("orders the runs of a day by the times in their manifests, and days by name", async () => {
    const directory = (run: string) => `artifacts/${AGENT}/${run}/`;
    await saveManifest(root, manifestOf(5, { artifacts_directory: directory("20260102T090500Z-impl") }));
    await saveManifest(root, manifestOf(4, { artifacts_directory: directory("2026-01-02-plan") }));
    await saveManifest(root, manifestOf(3, { artifacts_directory: directory("2026-01-01-research") }));
    await put(`${directory("2026-01-03-torn")}manifest.json`, "{");
    await saveManifest(root, manifestOf(2, { artifacts_directory: directory("without-a-day") }));
    expect(await readLatest()).toBe("20260102T090500Z-impl");
  });

  it("writes nothing if the handoff exceeds its budget", async () => {
    const manifest = manifestOf(0, {
      files_created: Array.from({ length: 300 }, (_, index) => `src/module-${index}/index.ts`),
      required_reading: [{ file: "all.md", description: "Everything" }],
    });
    await put(`${manifest.artifacts_directory}all.md`, "word ".repeat(10_000));
    const saved = await saveManifest(root, manifest);
    expect(codesOf(saved)).toEqual(["handoff_too_large", "manifest_too_large", "required_reading_too_large"]);
    expect(await readdir(join(root, manifest.artifacts_directory))).toEqual(["all.md"]);
  });

  it("rejects required files that are missing or outside of the folder", async () => {
    const manifest = manifestOf(0, {
      required_reading: [
        { file: "missing.md", description: "" },
        { file: "../../../../etc/hosts", description: "" },
      ],
    });
    const saved = await saveManifest(root, manifest);
    expect(codesOf(saved)).toEqual(["required_file_missing", "path_escapes_directory"]);
  });

  it.each([
    "artifacts/another-agent/1-x/",
    `artifacts/${AGENT}/`,
    `artifacts/${AGENT}/latest/`,
    `artifacts/${AGENT}/../../1-x/`,
    `artifacts/${AGENT}/%2e%2e/`,
    `/artifacts/${AGENT}/1-x/`,
    "/etc",
  ])("never writes to %s", async (artifacts_directory) => {
    expect(codesOf(await saveManifest(root, manifestOf(0, { artifacts_directory })))).toEqual([
      "path_escapes_directory",
    ]);
    expect(await readdir(root)).toEqual([]);
  });

  it("writes through no link that leads out of the project", async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), "elsewhere-"));
    await mkdir(join(root, "artifacts"));
    await symlink(elsewhere, join(root, "artifacts", AGENT));
    expect(codesOf(await saveManifest(root, manifestOf(0)))).toEqual(["path_escapes_directory"]);
    expect(await readdir(elsewhere)).toEqual([]);
    await rm(elsewhere, { recursive: true });
  });
});

describe("listVersions", () => {
  it("lists the runs of a scope, newest first, without links and broken manifests", async () => {
    await saveManifest(root, manifestOf(1));
    await saveManifest(root, manifestOf(2, { scope: "sign in" }));
    await saveManifest(root, manifestOf(3, { scope: "Payments" }));
    await put(`artifacts/${AGENT}/torn/manifest.json`, '{"from_agent":');
    const times = (versions: Awaited<ReturnType<typeof listVersions>>) =>
      versions.map(({ manifest }) => manifest.timestamp);
    expect(times(await listVersions(root, AGENT, "Sign-in"))).toEqual([timestampOf(2), timestampOf(1)]);
    expect(times(await listVersions(root, AGENT))).toEqual([timestampOf(3), timestampOf(2), timestampOf(1)]);
  });

  it.each(["nobody", "..", "../..", ""])("finds nothing for %j", async (agent) => {
    await saveManifest(root, manifestOf(1));
    expect(await listVersions(root, agent)).toEqual([]);
  });
});
