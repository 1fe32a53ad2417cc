import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { Panel, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { ScrollRegion } from "@baton/ui/layout/scroll-region";
import type { RouterOutputs } from "@/server/root";
import { markFacts } from "./mark-facts";

type Compared = RouterOutputs["compactions"]["get"];

const HEIGHT = 560;

const SPEAKERS: Readonly<Record<string, string>> = { user: "User", assistant: "Agent" };

/** Shows the text before a compaction next to its summary, with the lost facts marked. */
export function SidesPanel({
  original,
  summary,
  loss,
}: {
  original: NonNullable<Compared["original"]>;
  summary: string;
  loss: Compared["loss"];
}) {
  const lost = (loss ?? []).flatMap(({ gone }) => gone?.first ?? []);
  const { messages, isCut } = original;
  return (
    <Panel aria-label="Before and after">
      <PanelHead
        title="Before and after"
        note={`${formatCountOf(lost.length, "lost fact")} marked; secrets masked`}
      />
      <div className="grid border-line border-t md:grid-cols-2">
        <section aria-label="Before" className="min-w-0 md:border-line md:border-r">
          <h3 className="px-4 pt-3 text-sm text-text-3">Before: what was said</h3>
          <ScrollRegion label="Text before the compaction" maxHeight={HEIGHT}>
            <ol className="flex flex-col gap-3 px-4 py-3">
              {messages.map(({ speaker, text }, index) => (
                <li key={index}>
                  <span className="text-text-3 text-xs">{SPEAKERS[speaker] ?? speaker}</span>
                  <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
                    <Marked text={text} facts={lost} />
                  </p>
                </li>
              ))}
            </ol>
          </ScrollRegion>
        </section>
        <section aria-label="After" className="min-w-0 max-md:border-line max-md:border-t">
          <h3 className="px-4 pt-3 text-sm text-text-3">
            After: the summary, {formatCount(summary.length)} characters
          </h3>
          <ScrollRegion label="Text after the compaction" maxHeight={HEIGHT}>
            <pre className="whitespace-pre-wrap px-4 py-3 font-sans [overflow-wrap:anywhere]">{summary}</pre>
          </ScrollRegion>
        </section>
      </div>
      {isCut && <PanelFoot>Only the last messages are shown.</PanelFoot>}
    </Panel>
  );
}

function Marked({ text, facts }: { text: string; facts: readonly string[] }) {
  let from = 0;
  return markFacts(text, facts).map((part) => {
    const key = from;
    from += part.text.length;
    return part.isFact ? (
      <mark key={key} className="rounded-sm bg-danger-soft px-0.5 text-danger">
        {part.text}
        <span className="sr-only"> (lost)</span>
      </mark>
    ) : (
      <span key={key}>{part.text}</span>
    );
  });
}
