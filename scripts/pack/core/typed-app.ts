import { type CompiledPolicy, ContextCompiler, compilePolicy, importPolicy, scopeContext } from "@baton/core";
import { PolicyClient } from "@baton/core/client";
import { compactPhase } from "@baton/core/compaction";
import { parseEnvironment } from "@baton/core/environment";
import { parseHandoffDocument } from "@baton/core/handoff-document";
import { type HandoffManifest, validateManifest } from "@baton/core/manifest";
import { type Baton, createBaton, SessionWriter } from "@baton/core/node";
import { lintPolicy } from "@baton/core/policy";
import { SecretScanner } from "@baton/core/secret-scanner";
import { readSessionEvent } from "@baton/core/session";
import { TaskHandoff } from "@baton/core/task";
import { TEMPLATES } from "@baton/core/templates";
import { countTokens, loadEncoding } from "@baton/core/tokens";

/** Uses the types of every entry point, under the strictest settings. */
export async function useTypes(text: string): Promise<string[]> {
  const imported = importPolicy(text);
  const policy: CompiledPolicy | null = imported.ok ? compilePolicy(imported) : null;
  const baton: Baton = await createBaton();
  const { context } = await baton.contextFor({ agentId: "a", priorOutputs: {} });
  await loadEncoding("o200k_base");
  const manifest: Pick<HandoffManifest, "from_agent"> = { from_agent: "architect" };
  return [
    policy?.version ?? "none",
    `${countTokens(JSON.stringify(context), "o200k_base") + 1}`,
    manifest.from_agent,
    TaskHandoff.safeParse({}).error?.message ?? "",
  ];
}

export const functions = [
  scopeContext,
  ContextCompiler,
  PolicyClient,
  compactPhase,
  parseEnvironment,
  parseHandoffDocument,
  validateManifest,
  SessionWriter,
  lintPolicy,
  SecretScanner,
  readSessionEvent,
  TEMPLATES,
];
