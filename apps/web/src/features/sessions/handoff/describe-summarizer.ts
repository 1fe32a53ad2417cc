import { formatCount, formatMoney } from "@baton/ui/format/number";
import { isolateName } from "@baton/ui/format/readable-name";

/** Describes what a model used to write summaries: tokens, money if known, and the model. */
export function describeSummarizer(
  { summarizerTokens, summarizerModel }: { summarizerTokens: number | null; summarizerModel: string | null },
  dollars: number | null,
): string {
  const parts = [`${formatCount(summarizerTokens ?? 0)} tokens`];
  if (dollars !== null) parts.push(formatMoney(dollars));
  if (summarizerModel !== null) parts.push(isolateName(summarizerModel));
  return parts.join(", ");
}
