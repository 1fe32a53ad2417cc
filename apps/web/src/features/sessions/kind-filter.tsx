"use client";

import type { HandoffKind } from "@baton/core/session";
import { formatCount } from "@baton/ui/format/number";
import { Button } from "@baton/ui/primitives/button";
import { KIND_LOOKS } from "./handoff/handoff-kinds";
import type { SessionHandoff } from "./select-handoffs";

/** Chooses one kind of handoff for graph, timeline and table; with the number of each. Hidden for a single kind. */
export function KindFilter({
  handoffs,
  kind,
  onChange,
}: {
  handoffs: readonly SessionHandoff[];
  kind: HandoffKind | null;
  onChange: (kind: HandoffKind | null) => void;
}) {
  const counts = new Map<HandoffKind, number>();
  for (const handoff of handoffs) counts.set(handoff.kind, (counts.get(handoff.kind) ?? 0) + 1);
  if (counts.size < 2 && kind === null) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a box of its own
    <div role="group" aria-label="Kinds of handoffs" className="flex flex-wrap gap-1.5">
      {[...counts].map(([each, count]) => (
        <Button
          key={each}
          size="sm"
          aria-pressed={each === kind}
          variant={each === kind ? "primary" : "default"}
          className="[&>svg]:size-3.5"
          onClick={() => onChange(each === kind ? null : each)}
        >
          {KIND_LOOKS[each].icon}
          {KIND_LOOKS[each].word} {formatCount(count)}
        </Button>
      ))}
    </div>
  );
}
