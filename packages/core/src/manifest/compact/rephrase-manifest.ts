import { fetchSummary, type Summarizer } from "../../scoping/summarize";
import { addUse, type SummarizerUse } from "../../scoping/summarizer-use";
import { countTokens } from "../../tokens/count-tokens";
import { HandoffManifest, manifestTokens } from "../manifest";
import { validateManifest } from "../validate-manifest";
import { joinPieces } from "./build-manifest";
import type { Compaction } from "./compact-artifact";
import type { ItemSource } from "./manifest-sources";

/** Texts to rephrase; file names stay unchanged. */
const PROSE = /^\/(?:summary\/(?!key_files|files_to_)|key_decisions\/)/;

/**
 * Rephrases the texts of a manifest with a model to shorten them, one by one. Marks each rephrased text and
 * records the source words, and the tokens that the model used. Keeps a text if the model fails, or if the manifest would grow or become invalid.
 */
export async function rephraseManifest(compaction: Compaction, summarizer: Summarizer): Promise<Compaction> {
  if (!compaction.manifest) return compaction;
  let manifest = compaction.manifest;
  let items: readonly ItemSource[] = compaction.sources.items;
  let use: SummarizerUse | null = null;
  for (const item of items) {
    if (item.origin !== "source" || !PROSE.test(item.path)) continue;
    const reply = await fetchSummary(summarizer, { text: item.text, maxTokens: countTokens(item.text) });
    if (typeof reply === "string") continue;
    use = addUse(use, reply);
    if (reply.text === item.text) continue;
    const rephrased: ItemSource = { ...item, origin: "model", text: reply.text, extract: item.text };
    const next = items.map((other) => (other === item ? rephrased : other));
    const changed = withText(manifest, item.path, joinPieces(textsAt(next, item.path)));
    if (!changed) continue;
    manifest = changed;
    items = next;
  }
  const tokens = manifestTokens(manifest);
  const { source_tokens } = compaction.sources;
  const sources = {
    ...compaction.sources,
    manifest_tokens: tokens,
    ratio: source_tokens / tokens,
    items: [...items],
    ...(use === null ? {} : { model_tokens: use.tokens }),
    ...(use?.outputTokens == null ? {} : { model_output_tokens: use.outputTokens }),
    ...(use?.model == null ? {} : { model: use.model }),
  };
  return { ...compaction, manifest, sources };
}

function textsAt(items: readonly ItemSource[], path: string): string[] {
  return items.filter((item) => item.path === path).map(({ text }) => text);
}

/**
 * Returns the manifest with another text at a position. @returns null if it would be longer or have a new
 * finding.
 */
function withText(manifest: HandoffManifest, pointer: string, text: string): HandoffManifest | null {
  const copy: unknown = structuredClone(manifest);
  const keys = pointer.split("/").slice(1);
  const last = keys.pop() ?? "";
  let target: unknown = copy;
  for (const key of keys)
    target = typeof target === "object" && target !== null ? Reflect.get(target, key) : null;
  if (typeof target !== "object" || target === null) return null;
  Reflect.set(target, last, text);
  const parsed = HandoffManifest.safeParse(copy);
  const isNoWorse =
    manifestTokens(copy) <= manifestTokens(manifest) &&
    validateManifest(copy).length <= validateManifest(manifest).length;
  return parsed.success && isNoWorse ? parsed.data : null;
}
