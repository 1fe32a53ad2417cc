import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compactArtifact } from "./compact-artifact";

const FOLDER = new URL("../../../test-documents/compaction/", import.meta.url);
const document = (path: string) => ({ path, text: readFileSync(new URL(path, FOLDER), "utf8") });

const request = {
  agent: "bottom-up-analyzer",
  scope: "Import of invoices",
  timestamp: "2026-01-31T10:30:00Z",
  artifactsDirectory: "artifacts/bottom-up-analyzer/invoices/",
};

/** Milliseconds; ends a hung test. */
const HANG = 120_000;

describe("compactArtifact", { timeout: HANG }, () => {
  it("creates a research manifest from headings, lists, tables and quotes", () => {
    const files = [document("invoice-import-analysis.md")];
    const { manifest, findings } = compactArtifact({ ...request, type: "research", files });
    expect(manifest).toEqual({
      from_agent: "bottom-up-analyzer",
      artifact_type: "research",
      timestamp: "2026-01-31T10:30:00Z",
      scope: "Import of invoices",
      summary: {
        system_overview:
          "Invoices arrive by mail as PDF, and a nightly job reads them into `invoice_draft`. The job was written for 200 invoices a day, e.g. for one office; today 1,900 arrive. Every fourth draft is corrected by hand.",
        key_insights: [
          "**The job is serial**: one invoice at a time, 14 s each, so that a night is too short from 2,400 invoices on.",
          "Two thirds of all corrections are of one field, the due date.",
          "The PDF library leaks 3 MB per file.",
          "A restart at 3 a.m. hides the leak. It was meant to stay for a week.",
        ],
        constraints: [
          "The table `invoice_draft` is read by the bookkeeping system and must not change its columns",
          "Originals must be kept for ten years (German Commercial Code, section 257)",
        ],
        risks: ["The mail server drops attachments over 20 MB", "The leak stops the job before dawn"],
        next_actions: [
          "Measure how long reading and recognising take apart",
          "Ask bookkeeping which columns they read",
        ],
      },
      key_decisions: [],
      files_created: [],
      dependencies_satisfied: [],
      required_reading: [],
      optional_context: [
        { file: "invoice-import-analysis.md", description: "Invoice import: what is there today" },
      ],
      artifacts_directory: "artifacts/bottom-up-analyzer/invoices/",
      detail_files: ["invoice-import-analysis.md"],
    });
    expect(findings).toEqual([]);
  });

  it("records the lines of each text", () => {
    const files = [document("invoice-import-analysis.md")];
    const { sources } = compactArtifact({ ...request, type: "research", files });
    const lines = sources.items.map((item) =>
      item.origin === "source" ? `${item.path} ${item.source.startLine}-${item.source.endLine}` : item.path,
    );
    expect(lines).toEqual([
      "/summary/system_overview 12-12",
      "/summary/system_overview 12-13",
      "/summary/system_overview 13-13",
      "/summary/key_insights/0 17-17",
      "/summary/key_insights/1 18-18",
      "/summary/key_insights/2 20-20",
      "/summary/key_insights/3 22-23",
      "/summary/constraints/0 27-27",
      "/summary/constraints/1 28-28",
      "/summary/risks/0 34-34",
      "/summary/risks/1 35-35",
      "/summary/next_actions/0 45-45",
      "/summary/next_actions/1 46-46",
      "/optional_context/0/file",
      "/optional_context/0/description 5-5",
    ]);
  });

  it("creates a plan manifest from decisions with reasons, and required files", () => {
    const files = [document("invoice-import-plan.md"), document("invoice-import-analysis.md")];
    const { manifest } = compactArtifact({ ...request, type: "plan", files });
    expect(manifest?.summary).toMatchObject({
      strategy:
        "We split the nightly job into a queue of single invoices that four workers read, and leave the table as it is.",
      approach:
        "The old job stays for a month behind a switch. Workers are started with the service, not by cron.",
    });
    expect(manifest?.key_decisions).toEqual([
      {
        decision: "Use the queue that runs in PostgreSQL already",
        rationale: "No further service has to be kept alive",
      },
      { decision: "Four workers", rationale: "The recogniser holds one core each" },
      {
        decision: "Read terms of payment as well as dates",
        rationale: "two thirds of all corrections are of this field.",
      },
      {
        decision: "Keep originals in the object store",
        rationale: "They must be kept for ten years, and the mail server deletes after two.",
      },
    ]);
    expect(manifest?.files_created).toEqual([]);
    expect(manifest?.summary.files_to_create).toEqual(["src/import/queue.ts", "src/import/worker.ts"]);
    expect(manifest?.required_reading?.map(({ file }) => file)).toEqual(["invoice-import-analysis.md"]);
  });

  it("ranks sentences of a text without headings", () => {
    const files = [document("notes-without-headings.md")];
    const { manifest } = compactArtifact({ ...request, type: "research", files });
    expect(manifest?.summary.system_overview).toMatch(/^I looked at why the export of orders is slow\./);
    expect(manifest?.summary.constraints).toContain(
      "The export must not hold a lock on orders while it reads lines, because the shop writes orders at the same time.",
    );
    expect(manifest?.summary.risks).toContain(
      "If a read fails halfway, the export fails without a word, and the file looks whole.",
    );
    expect(JSON.stringify(manifest)).not.toMatch(/lunch|weather/);
  });

  it("quotes what to avoid only in its own part, since it would mean the opposite elsewhere", () => {
    const text =
      "# Notes\n\nThe export is slow because it locks the table of orders.\n\n## ❌ DON'T:\n\n- Export by hand, only because it is quick\n";
    const { manifest } = compactArtifact({ ...request, type: "research", text });
    expect(manifest?.summary.key_insights).toEqual([]);
    expect(manifest?.summary.avoid).toEqual(["Export by hand, only because it is quick"]);
    expect(JSON.stringify(manifest).split("by hand")).toHaveLength(2);
  });

  it("takes open boxes of a validation as constraints, and numbered headings of next steps as steps", () => {
    const text =
      "# Guide\n\n## Post-Creation Steps\n\n### 1. Verify the tickets created\n\nList them.\n\n### 2. Close the epic\n\nAdd a link.\n\n## Validation\n\n- [ ] Both tickets refer to the epic\n- [x] The labels of all tickets exist\n";
    const { manifest } = compactArtifact({ ...request, type: "plan", text });
    expect(manifest?.summary.next_actions).toEqual(["1. Verify the tickets created", "2. Close the epic"]);
    expect(manifest?.summary.constraints).toEqual(["Both tickets refer to the epic"]);
  });

  it("prefers the file tree to the text for files, lines and languages", () => {
    const tree = [
      { path: "src/import/queue.ts", change: "created", lines: 80 },
      { path: "src/import/worker.ts", change: "created", lines: 120 },
      { path: "config/import.yaml", change: "modified", lines: 10 },
    ] as const;
    const files = [document("invoice-import-plan.md")];
    const { manifest, sources } = compactArtifact({ ...request, type: "implementation", files, tree });
    expect(manifest?.summary).toMatchObject({
      files_created: 2,
      total_lines: 210,
      languages: ["TypeScript", "YAML"],
    });
    expect(manifest?.summary.key_files).toEqual([
      "`src/import/worker.ts` – reads one invoice",
      "`src/import/queue.ts` – puts an invoice into the queue",
      "config/import.yaml",
    ]);
    expect(sources.items.filter(({ origin }) => origin === "file_tree").map(({ text }) => text)).toContain(
      "config/import.yaml",
    );
  });

  it("leaves parts without a source empty, with findings", () => {
    const { manifest, findings } = compactArtifact({ ...request, type: "research", text: "# Nothing yet\n" });
    expect(manifest?.summary).toEqual({ system_overview: "", key_insights: [], constraints: [], risks: [] });
    expect(findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["missing_key_insights", "missing_constraints"]),
    );
  });

  it("recognizes headings by custom words", () => {
    const text = "# Bericht\n\n## Rahmenbedingungen\n\n- Die Tabelle darf sich nicht ändern\n";
    const headings = { constraints: ["Rahmenbedingungen"] };
    const { manifest } = compactArtifact({ ...request, type: "research", text, headings });
    expect(manifest?.summary.constraints).toEqual(["Die Tabelle darf sich nicht ändern"]);
  });

  it("shortens in a fixed order, and records what it left out", () => {
    const paths = Array.from(
      { length: 60 },
      (_, index) => `- \`src/module-${index}/long-enough-name.ts\` is new here`,
    );
    const text = `# Work\n\nIt is done.\n\n## Files created\n\n${paths.join("\n")}\n`;
    const { manifest, sources } = compactArtifact({
      ...request,
      type: "implementation",
      files: [{ path: "notes.md", text }],
    });
    expect(sources.manifest_tokens).toBeLessThanOrEqual(800);
    expect(manifest?.summary).toMatchObject({ files_created: 60 });
    expect(manifest?.optional_context).toEqual([]);
    const [first, second] = sources.dropped.map(({ path }) => path);
    expect([first, second]).toEqual(["/optional_context/0/file", "/optional_context/0/description"]);
    expect(sources.dropped[2]?.path).toBe("/files_created/59");
  });

  it("creates no manifest if it stays too large after all shortening", () => {
    const toAgents = Array.from({ length: 400 }, (_, index) => `agent-number-${index}`);
    const { manifest, findings } = compactArtifact({
      ...request,
      type: "research",
      text: "It is.",
      toAgents,
    });
    expect(manifest).toBeNull();
    expect(findings.map(({ code }) => code)).toContain("manifest_too_large");
  });
});
