import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { policyOf } from "../../test/handoff";
import { loadDetectors } from "../content/load-detectors";
import type { ManifestReview } from "../manifest/evaluate-gate";
import { HandoffRollout, type RolloutPhase } from "../manifest/handoff-rollout";
import { manifestTokens } from "../manifest/manifest";
import type { CompiledPolicy } from "../scoping/compile-policy";
import type { ArtifactReadEvent } from "../session/artifact-read";
import { readSessionEvent } from "../session/session-event";
import { countTokens } from "../tokens/count-tokens";
import type { GateServer } from "./gate-server";
import { openHandoff } from "./open-handoff";

const RUN = "artifacts/backend-architect/2026-01-02-plan/";
const FILES: Readonly<Record<string, string>> = {
  "api.yaml": "paths: /token",
  "models.ts": "export interface Token {}",
  "full-plan.md": "# The plan\n\nStep one.",
  "diagrams/flow.md": "App → API",
};
const MANIFEST = {
  from_agent: "backend-architect",
  artifact_type: "plan",
  timestamp: "2026-01-02T10:00:00Z",
  scope: "Sign-in",
  summary: { strategy: "Beside the old routes." },
  key_decisions: [{ decision: "PKCE", rationale: "No secret in apps" }],
  required_reading: [
    { file: "api.yaml", description: "The routes" },
    { file: "models.ts", description: "The types" },
  ],
  artifacts_directory: RUN,
  detail_files: ["full-plan.md"],
};

const detectors = await loadDetectors();

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "open-handoff-"));
  for (const [name, content] of Object.entries(FILES)) await put(name, content);
});
afterEach(() => rm(root, { recursive: true }));

async function put(name: string, content: string): Promise<void> {
  const path = join(root, RUN, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

async function open(
  manifest: object | string | null,
  phase: RolloutPhase,
  directory = join(root, RUN),
  contentPolicy?: CompiledPolicy,
) {
  if (manifest !== null) {
    await put("manifest.json", typeof manifest === "string" ? manifest : JSON.stringify(manifest));
  }
  const events: ArtifactReadEvent[] = [];
  const opened = await openHandoff(directory, {
    phase,
    sessionId: "s-1",
    agent: "coder",
    contentPolicy,
    now: () => Date.UTC(2026, 0, 3),
    newId: () => "e",
    write: (event) => void events.push(event),
  });
  const given = opened.state === "refused" ? { files: [], omitted: [] } : opened;
  const reads = () => events.map(({ path, tokens, reason }) => [path.replace(RUN, ""), tokens, reason]);
  return { opened, events, reads, names: given.files.map(({ path }) => path), omitted: given.omitted };
}

const sizeOf = (name: string) => countTokens(FILES[name] ?? "");

describe("openHandoff", () => {
  it("obeys the phase, limits and reviews of a server, and reports the run", async () => {
    await put("manifest.json", JSON.stringify(MANIFEST));
    const rollout = HandoffRollout.parse({
      agents: { "backend-architect": "warn" },
      approval: { agents: { "backend-architect": true } },
      budgets: { requiredReadingTokens: sizeOf("api.yaml") },
    });
    const openWith = async (review: ManifestReview, server: Partial<GateServer> = {}) => {
      const reportGateRun = vi.fn(async () => ({ review }));
      const opened = await openHandoff(join(root, RUN), {
        server: { rollout, reportGateRun, ...server },
        sessionId: "s-1",
        agent: "coder",
        now: () => 0,
        newId: () => "e",
        write: () => undefined,
      });
      const codes = opened.findings.map(({ code, severity }) => `${severity} ${code}`);
      const names = opened.state === "refused" ? [] : opened.files.map(({ path }) => path);
      return { state: opened.state, codes, names, reportGateRun };
    };
    const held = await openWith("not_reviewed");
    expect(held).toMatchObject({ state: "refused", names: [] });
    expect(held.codes).toEqual(["warning required_reading_too_large", "error not_approved"]);
    expect(held.reportGateRun).toHaveBeenCalledWith(
      expect.objectContaining({ agent: "backend-architect", phase: "warn", needsApproval: true }),
    );
    expect(await openWith("sent_back")).toMatchObject({ state: "refused" });
    expect(await openWith("approved")).toMatchObject({ state: "manifest", names: ["api.yaml"] });
    expect(await openWith("unknown", { rollout: null })).toMatchObject({ state: "manifest" });
  });

  it("gives nothing that content rules redact, and refuses a manifest that they block", async () => {
    const rule = (pattern: string, action: string) => ({
      rule_id: action,
      detector: "pattern",
      pattern,
      action,
    });
    const policy = (...content_rules: object[]) =>
      policyOf({ content_rules }, { enabled: true, observe: false }, detectors);
    const redacting = policy(rule("PKCE|/token", "redact"), rule("Token", "block"));
    const { opened, omitted } = await open(MANIFEST, "enforce", undefined, redacting);
    const text = "paths: [redacted: redact]";
    expect(opened).toMatchObject({
      state: "manifest",
      manifest: { key_decisions: [{ decision: "[redacted: redact]" }] },
      files: [{ path: "api.yaml", text, tokens: countTokens(text) }],
    });
    expect(omitted).toEqual([{ ok: false, name: "models.ts", reason: "a content rule blocks it" }]);
    const blocked = await open(MANIFEST, "enforce", undefined, policy(rule("PKCE", "block")));
    expect(blocked.opened).toMatchObject({
      state: "refused",
      findings: [{ code: "content_rule", path: "/key_decisions/0/decision" }],
    });
  });

  it("returns only the manifest and its required reading", async () => {
    const { opened, events, reads, names } = await open(MANIFEST, "enforce");
    expect(opened).toMatchObject({ state: "manifest", manifest: { scope: "Sign-in" }, omitted: [] });
    expect(names).toEqual(["api.yaml", "models.ts"]);
    expect(reads()).toEqual([
      ["manifest.json", manifestTokens(MANIFEST), "manifest"],
      ["api.yaml", sizeOf("api.yaml"), "required_reading"],
      ["models.ts", sizeOf("models.ts"), "required_reading"],
    ]);
    expect(events[1]).toEqual({
      event_type: "artifact_read",
      event_id: "e",
      session_id: "s-1",
      agent_id: "coder",
      timestamp: "2026-01-03T00:00:00.000Z",
      path: `${RUN}api.yaml`,
      reason: "required_reading",
      tokens: sizeOf("api.yaml"),
    });
    for (const event of events) expect(readSessionEvent(event)).toMatchObject({ ok: true });
  });

  it("reads a detail file on request, and records that the manifest was not enough", async () => {
    const { opened, reads } = await open(MANIFEST, "observe");
    if (opened.state === "refused") throw new Error("it is not refused");
    const detail = await opened.readDetail("full-plan.md");
    expect(detail).toMatchObject({ ok: true, file: { text: FILES["full-plan.md"] } });
    expect(reads().at(-1)).toEqual(["full-plan.md", sizeOf("full-plan.md"), "detail"]);
    const before = reads().length;
    expect(await opened.readDetail("../../../../etc/hosts")).toMatchObject({ ok: false });
    expect(await opened.readDetail("gone.md")).toMatchObject({ ok: false, reason: "it does not exist" });
    expect(reads()).toHaveLength(before);
  });

  it("follows the link to the newest run, and records the paths of that run", async () => {
    const latest = join(root, "artifacts/backend-architect/latest");
    await symlink("2026-01-02-plan", latest);
    const { events } = await open(MANIFEST, "enforce", latest);
    expect(events[0]?.path).toBe(`${RUN}manifest.json`);
  });

  it("stays within the budget in every phase, and lists omitted files", async () => {
    await put("models.ts", "word ".repeat(3_000));
    const { names, omitted, reads } = await open(MANIFEST, "observe");
    expect(names).toEqual(["api.yaml"]);
    expect(omitted).toMatchObject([{ name: "models.ts" }]);
    expect(reads().map(([name]) => name)).toEqual(["manifest.json", "api.yaml"]);
    expect((await open(MANIFEST, "enforce")).opened.state).toBe("refused");
  });

  it.each([
    ["is missing", null, "schema"],
    ["is truncated", '{"from_agent":', "schema"],
    ["lacks required parts of a plan", { ...MANIFEST, key_decisions: [] }, "missing_key_decisions"],
    [
      "requires a missing file",
      { ...MANIFEST, required_reading: [{ file: "x.md", description: "" }] },
      "required_file_missing",
    ],
  ])(
    "falls back to the full artifacts in `observe` if the manifest %s, and records it",
    async (_, manifest, code) => {
      const { opened, events, names, reads } = await open(manifest, "observe");
      expect(opened.state).toBe("fallback");
      expect(names).toEqual(["api.yaml", "diagrams/flow.md", "full-plan.md", "models.ts"]);
      expect(events[0]).toMatchObject({
        path: `${RUN}manifest.json`,
        tokens: 0,
        reason: "fallback",
        findings: [code],
      });
      expect(reads().slice(1)).toEqual(names.map((name) => [name, sizeOf(name), "fallback"]));

      const refused = await open(manifest, "enforce");
      expect(refused.opened).toMatchObject({ state: "refused", findings: [{ code, severity: "error" }] });
      expect(refused.events).toEqual([]);
    },
  );

  it("uses a readable manifest with errors in `warn`, with the errors as warnings", async () => {
    const { opened } = await open({ ...MANIFEST, key_decisions: [] }, "warn");
    expect(opened).toMatchObject({
      state: "manifest",
      findings: [{ code: "missing_key_decisions", severity: "warning" }],
    });
    expect((await open("{", "warn")).opened.state).toBe("fallback");
  });

  it("omits binary files and files larger than any window from a fallback", async () => {
    await put("logo.png", "");
    await writeFile(join(root, RUN, "logo.png"), Buffer.from([0x89, 0x50, 0xff, 0xfe]));
    await put("z-dump.md", "word ".repeat(250_000));
    const { names, omitted } = await open(null, "observe");
    expect(names).toHaveLength(4);
    expect(omitted.map(({ name }) => name)).toEqual(["logo.png", "z-dump.md"]);
  });

  it("rejects a handoff with a secret in `enforce`", async () => {
    await put("manifest.json", JSON.stringify(MANIFEST));
    await put("api.yaml", "the secret is here");
    const opened = await openHandoff(join(root, RUN), {
      phase: "enforce",
      sessionId: "s",
      agent: "coder",
      now: () => 0,
      newId: () => "e",
      write: () => {},
      secretFinder: {
        findSecrets: (text) =>
          text.includes("the secret") ? [{ kind: "word", start: 0, end: 10, line: 1, column: 1 }] : [],
      },
    });
    expect(opened).toMatchObject({ state: "refused", findings: [{ code: "secret_found" }] });
  });

  it("continues if an event cannot be written, and logs it", async () => {
    await put("manifest.json", JSON.stringify(MANIFEST));
    const messages: string[] = [];
    const opened = await openHandoff(join(root, RUN), {
      phase: "enforce",
      sessionId: "s",
      agent: "coder",
      now: () => 0,
      newId: () => "e",
      write: () => Promise.reject(new Error("disk full")),
      log: (message) => void messages.push(message),
    });
    expect(opened.state).toBe("manifest");
    expect(messages).toHaveLength(3);
  });

  it("throws in every phase if the folder is missing", async () => {
    await expect(open(null, "observe", join(root, "nowhere"))).rejects.toThrow("ENOENT");
  });
});
