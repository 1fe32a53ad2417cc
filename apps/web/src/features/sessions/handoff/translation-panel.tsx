import { formatCount } from "@baton/ui/format/number";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { FromTo } from "@baton/ui/primitives/from-to";
import type { RouterOutputs } from "@/server/root";
import { describeSummarizer } from "./describe-summarizer";
import { isObserved } from "./observed";

type Found = RouterOutputs["handoffs"]["get"];

const STEPS: Record<string, string> = {
  extract_fields: "Extracted",
  filter: "Filtered",
  summarize: "Summarized",
  recast_role: "Roles recast",
};

/** Shows the translation steps that ran, with the changes of each; empty without any. */
export function TranslationPanel({ handoff, outline, worth }: Pick<Found, "handoff" | "outline" | "worth">) {
  if (handoff.translationStrategies.length === 0) return null;
  const sizeOf = (cause: "extracted" | "summarized") => {
    const entries = outline?.entries.filter((entry) => entry.cause === cause) ?? [];
    // A summary of a whole output is a separate entry, which is new in the scoped context.
    const added = cause === "summarized" ? (outline?.entries.filter(({ tokens }) => tokens === 0) ?? []) : [];
    return {
      before: entries.reduce((sum, { tokens }) => sum + tokens, 0),
      after: [...entries, ...added].reduce((sum, { tokens, after = tokens }) => sum + after, 0),
    };
  };
  const words = (step: string) => {
    if (step !== "extract_fields" && step !== "summarize") return "ran";
    const { before, after } = sizeOf(step === "summarize" ? "summarized" : "extracted");
    return before === 0 ? "ran" : <FromTo from={formatCount(before)} to={`${formatCount(after)} tokens`} />;
  };
  return (
    <Panel aria-label="Transformation">
      <PanelHead
        title="Transformation"
        note={isObserved(handoff) ? "observe mode: the context passed unchanged" : "steps in order"}
      />
      <PanelBody>
        <KeyValues
          items={[
            ...handoff.translationStrategies.map((step) => ({
              label: STEPS[step] ?? step,
              value: words(step),
            })),
            ...(handoff.summarizerTokens === null
              ? []
              : [
                  {
                    label: "Summarizer",
                    value: describeSummarizer(handoff, worth?.summarizing ?? null),
                  },
                ]),
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
