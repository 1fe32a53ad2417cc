import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CompiledPolicy } from "@baton/core";
import {
  parseHandoffDocument,
  type RedactedMarkdown,
  redactMarkdown,
  renderHandoffIndex,
  type ValidatedHandoff,
  validateHandoff,
} from "@baton/core/handoff-document";
import { countOf } from "@baton/core/internal";
import { findReferencedFiles, readStaleness } from "@baton/core/node";
import { SecretScanner } from "@baton/core/secret-scanner";
import { TEMPLATES } from "@baton/core/templates";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { addTool } from "../add-tool";
import { ToolError } from "../tool-error";
import { cutToBudget } from "./cut-to-budget";
import type { Project } from "./project";

const FOLDER = "handoffs";
/** In tokens: more than a valid handoff document has. */
const MAX_TOKENS = 6_000;
const MAX_CHARACTERS = 200_000;

/** Adds `latest_handoff` and `write_handoff`. */
export function addHandoffTools(server: McpServer, project: Project): void {
  addTool(server, {
    name: "latest_handoff",
    title: "Latest handoff document",
    description:
      "The newest handoff document of this project: the next action, what helps, and what not to repeat; and what changed since. With detail: the whole document.",
    input: z.object({ detail: z.boolean().default(false) }),
    isReadOnly: true,
    run: async ({ detail }) => {
      const newest = project.listDocuments().find(({ kind }) => kind === "handoff document");
      if (!newest) throw new ToolError("This project has no handoff document. write_handoff creates one.");
      const text = await project.read(newest.path);
      const { document } = parseHandoffDocument(text);
      const files = await findReferencedFiles(project.root, document);
      const { level, reasons } = await readStaleness(project.root, document, files);
      const shown = await project.redact(detail ? text : renderHandoffIndex(document, null));
      const part = cutToBudget(shown, { firstLine: 1, maxTokens: MAX_TOKENS });
      const written = new Date(newest.changedAt).toISOString().slice(0, 10);
      await project.recordRead({
        path: newest.path,
        tokens: part.tokens,
        reason: detail ? "detail" : "manifest",
      });
      const age = reasons.length > 0 ? `${level}: ${reasons.join("; ")}` : level;
      const cut =
        part.nextLine === null ? "" : `\n[Cut at ${MAX_TOKENS} tokens. Read ${newest.path} for the rest.]`;
      return { text: `${newest.path}, of ${written}. ${age}.\n\n${part.text}${cut}` };
    },
  });
  addTool(server, {
    name: "write_handoff",
    title: "Write a handoff document",
    description:
      "Writes and validates a handoff document for the agent that continues this work. Without markdown: the template to fill in. A document with a secret, or that a content rule blocks, is not written.",
    input: z.object({
      topic: z.string().max(100).describe("Some words for the file name.").default("handoff"),
      markdown: z.string().max(MAX_CHARACTERS).optional(),
    }),
    isReadOnly: false,
    run: async ({ topic, markdown }) => {
      if (markdown === undefined) return { text: TEMPLATES.handoff.render() };
      const { contentPolicy, problem } = await project.findPolicy();
      const redacted = redactMarkdown(markdown, contentPolicy);
      if (redacted.isBlocked) {
        const blocking = redacted.findings.filter(({ action }) => action === "block");
        const reasons = blocking.map(
          ({ rule_id, detector }) => `the content rule ${rule_id} finds ${detector}`,
        );
        throw new ToolError(`Not written: ${reasons.join("; ")}. Remove it.`);
      }
      const validated = await validate(project, redacted.markdown, contentPolicy);
      const secret = validated.findings.find(({ code }) => code === "secret_found");
      if (secret) throw new ToolError(`Not written: ${secret.message}. ${secret.hint}`);
      const name = nameFor(project, topic);
      const written = redacted.markdown;
      await project.write(FOLDER, name, written.endsWith("\n") ? written : `${written}\n`);
      const lines = [`Written to ${FOLDER}/${name}.`, ...describe(validated)];
      return {
        text: [...lines, ...describeContent(redacted, { isRedacted: written !== markdown, problem })].join(
          "\n",
        ),
      };
    },
  });
}

async function validate(
  project: Project,
  markdown: string,
  contentPolicy: CompiledPolicy | undefined,
): Promise<ValidatedHandoff> {
  const { document } = parseHandoffDocument(markdown);
  const files = await findReferencedFiles(project.root, document);
  const { level } = await readStaleness(project.root, document, files);
  return validateHandoff(markdown, { secrets: new SecretScanner(), files, staleness: level, contentPolicy });
}

/** Tells the agent what Baton removed, without the text, and if it could not apply the policy. */
function describeContent(
  { findings, failure }: RedactedMarkdown,
  { isRedacted, problem }: { isRedacted: boolean; problem: string | null },
): string[] {
  return [
    ...findings
      .filter(({ action }) => isRedacted && action === "redact")
      .map(
        ({ rule_id, detector, count }) => `Redacted by the content rule ${rule_id}: ${detector}, ${count}.`,
      ),
    ...(failure === null ? [] : [`Content rules failed: ${failure}.`]),
    ...(problem === null ? [] : [`The policy may be missing or stale: ${problem}.`]),
  ];
}

function describe({ score, findings, lines, tokens }: ValidatedHandoff): string[] {
  return [
    `Score ${score.total} of 100, ${countOf(lines, "line")}, ${countOf(tokens, "token")}.`,
    ...findings.map(({ code, severity, message, hint }) => `- ${severity} ${code}: ${message}. ${hint}`),
    ...(findings.length > 0 ? ["Correct these in the file."] : []),
  ];
}

/** Never replaces a document: a second one of a day has a number. */
function nameFor(project: Project, topic: string): string {
  const words =
    topic
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join("-") ?? "handoff";
  const start = `${new Date().toISOString().slice(0, 10)}-${words}`;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${start}.md` : `${start}-${number}.md`;
    if (!existsSync(join(project.root, FOLDER, name))) return name;
  }
}
