import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { MarkedSource } from "@baton/ui/layout/marked-source";
import { Panel, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { ScrollRegion } from "@baton/ui/layout/scroll-region";
import type { RouterOutputs } from "@/server/root";
import { isObserved } from "./observed";

const TEXT_HEIGHT = 450;

type Found = RouterOutputs["handoffs"]["get"];

/**
 * Shows the context before and after, side by side, if the orchestrator captured it and Baton may store it.
 */
export function ContentPanel({
  handoff,
  content,
  line,
  text,
}: Pick<Found, "handoff" | "content" | "line" | "text">) {
  if (handoff.kind !== "context") return text === null ? null : <TextPanel kind={handoff.kind} text={text} />;
  if (!content) {
    return (
      <Panel aria-label="Before and after">
        <PanelHead title="Before and after" />
        <EmptyState title="Content not stored">{whyMissing(handoff, line)}</EmptyState>
      </Panel>
    );
  }
  const sides = [
    { title: "Before", tokens: handoff.beforeTokens, lines: content.before },
    {
      title: isObserved(handoff) ? "After (if enforced)" : "After",
      tokens: handoff.afterTokens,
      lines: content.after,
    },
  ];
  return (
    <Panel aria-label="Before and after">
      <PanelHead title="Before and after" note="secrets masked; blocked fields not stored" />
      <div className="grid divide-line border-line border-t max-lg:divide-y lg:grid-cols-2 lg:divide-x">
        {sides.map(({ title, tokens, lines }) => (
          <div key={title} className="min-w-0 pb-2">
            <p className="px-4 pt-2 text-sm text-text-2">
              <span className="font-semibold">{title}</span>
              {tokens !== null && ` ${formatCount(tokens)}\u00a0tokens`}
            </p>
            <MarkedSource label={`The context ${title.toLowerCase()}`} lines={lines} />
          </div>
        ))}
      </div>
      {content.isCut && (
        <PanelFoot>Its first {formatCountOf(content.before.length, "line")} are shown.</PanelFoot>
      )}
    </Panel>
  );
}

/** Shows the prompt of a subagent, its answer, or a message. */
function TextPanel({ kind, text }: { kind: Found["handoff"]["kind"]; text: string }) {
  const title = kind === "return" ? "Answer" : kind === "message" ? "Message" : "Prompt";
  return (
    <Panel aria-label={title}>
      <PanelHead title={title} note="secrets masked" />
      <ScrollRegion
        label={`Text of the ${title.toLowerCase()}`}
        maxHeight={TEXT_HEIGHT}
        className="border-line border-t"
      >
        <pre className="whitespace-pre-wrap px-4 py-3 [overflow-wrap:anywhere]">{text}</pre>
      </ScrollRegion>
    </Panel>
  );
}

function whyMissing({ contextSha256 }: Found["handoff"], line: Found["line"]): string {
  if (line && !line.hasContent)
    return "Content storage was off when Baton imported this line. It has sizes and outcomes only.";
  return contextSha256 === null
    ? "The orchestrator recorded sizes and outcomes only. Turn on content capture in the orchestrator to see before and after."
    : "The content file was missing when Baton imported this line.";
}
