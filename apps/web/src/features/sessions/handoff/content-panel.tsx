"use client";

import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { DiffTable } from "@baton/ui/layout/diff-table";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { ScrollRegion } from "@baton/ui/layout/scroll-region";
import { Button } from "@baton/ui/primitives/button";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useWidth } from "@baton/ui/use-width";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useRef, useState } from "react";
import { useCopy } from "@/frame/use-copy";
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
  contentProblem,
  line,
  text,
}: Pick<Found, "handoff" | "content" | "contentProblem" | "line" | "text">) {
  if (handoff.kind !== "context") return text === null ? null : <TextPanel kind={handoff.kind} text={text} />;
  if (!content) {
    return (
      <Panel aria-label="Before and after">
        <PanelHead title="Before and after" />
        {contentProblem === null ? (
          <EmptyState title="Content not stored">{whyMissing(handoff, line)}</EmptyState>
        ) : (
          <EmptyState title="Could not read the content">{contentProblem}</EmptyState>
        )}
      </Panel>
    );
  }
  const title = isObserved(handoff) ? "Before, and after if enforced" : "Before and after";
  return <Comparison title={title} handoff={handoff} content={content} />;
}

function Comparison({
  title,
  handoff,
  content: { rows, isCut },
}: {
  title: string;
  handoff: Found["handoff"];
  content: NonNullable<Found["content"]>;
}) {
  const [{ diff, line }, setView] = useQueryStates(comparisonParams);
  const place = useRef<HTMLDivElement>(null);
  const isWide = useWidth(place, SPLIT_WIDTH) >= SPLIT_WIDTH;
  const layout = diff ?? (isWide ? "split" : "unified");
  const [doesWrap, setWrap] = useState(true);
  const copy = useCopy();
  const copySide = (side: "before" | "after") =>
    copy(rows.flatMap((row) => row[side]?.text ?? []).join("\n"));
  return (
    <Panel aria-label={title}>
      <PanelHead
        title={title}
        note={`${sizeOf(handoff.beforeTokens)} → ${sizeOf(handoff.afterTokens)} tokens; secrets masked; blocked fields not stored`}
        actions={
          <>
            <SegmentedControl
              label="Layout of the comparison"
              options={LAYOUTS}
              value={layout}
              onValueChange={(next) => setView({ diff: next })}
            />
            <Button size="sm" aria-pressed={doesWrap} onClick={() => setWrap(!doesWrap)}>
              {doesWrap ? "Do not wrap" : "Wrap lines"}
            </Button>
            <Button size="sm" onClick={() => copySide("before")}>
              Copy before
            </Button>
            <Button size="sm" onClick={() => copySide("after")}>
              Copy after
            </Button>
          </>
        }
      />
      <div ref={place} className="border-line border-t">
        <DiffTable
          label={title}
          rows={rows}
          layout={layout}
          doesWrap={doesWrap}
          chosen={line}
          onChoose={(chosen) => setView({ line: chosen === line ? null : chosen })}
        />
      </div>
      {isCut && <PanelFoot>The first {formatCountOf(rows.length, "line")} are shown.</PanelFoot>}
    </Panel>
  );
}

/** Pixels that two sides need. */
const SPLIT_WIDTH = 760;

const LAYOUTS = [
  { value: "split", label: "Split" },
  { value: "unified", label: "Unified" },
] as const;

const comparisonParams = {
  diff: parseAsStringLiteral(["split", "unified"]),
  line: parseAsString,
};

function sizeOf(tokens: number | null): string {
  return tokens === null ? "–" : formatCount(tokens);
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
