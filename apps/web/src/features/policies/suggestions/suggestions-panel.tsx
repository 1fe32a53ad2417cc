"use client";

import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { FromTo } from "@baton/ui/primitives/from-to";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { type PolicyEditor, useDraftAtRest } from "../editor/use-policy-editor";
import { listOpenPairs, type OpenPair } from "./suggest-rules";
import { SuggestionEvidence } from "./suggestion-evidence";

/** Number of suggestions to show at first. */
const FEW = 5;

/** Suggests a list of fields for pairs that pass every field, each with its replay and examples. */
export function SuggestionsPanel({ editor, range }: { editor: PolicyEditor; range: string }) {
  const { workspace, store } = editor;
  const { policy } = useDraftAtRest(store);
  const tz = useTimeZone();
  const { data: pairs } = useQuery(useTRPC().policies.seen.pairs.queryOptions({ workspace, range, tz }));
  const open = useMemo(() => listOpenPairs(policy, pairs ?? [], Date.now()), [policy, pairs]);
  const [shownKey, setShownKey] = useState<string | null>(null);
  const [isWhole, setWhole] = useState(false);
  if (open.length === 0) return null;
  return (
    <Panel aria-label="Suggestions from traffic">
      <PanelHead title="Suggestions from traffic" note={formatCountOf(open.length, "pair")} />
      <ul className="flex flex-col divide-y divide-line border-line border-t">
        {(isWhole ? open : open.slice(0, FEW)).map((pair) => {
          const key = JSON.stringify([pair.from, pair.to]);
          return (
            <li key={key}>
              <Head
                pair={pair}
                isOpen={shownKey === key}
                onToggle={() => setShownKey(shownKey === key ? null : key)}
              />
              {shownKey === key && <SuggestionEvidence editor={editor} range={range} pair={pair} />}
            </li>
          );
        })}
      </ul>
      {open.length > FEW && !isWhole && (
        <Button size="sm" variant="ghost" className="m-2 self-start" onClick={() => setWhole(true)}>
          Show all {formatCount(open.length)}
        </Button>
      )}
    </Panel>
  );
}

function Head({ pair, isOpen, onToggle }: { pair: OpenPair; isOpen: boolean; onToggle: () => void }) {
  const { from, to, handoffs, ruleId } = pair;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className="flex w-full items-start gap-2 px-4 py-2 text-left hover:bg-surface-2"
      onClick={onToggle}
    >
      <Icon className="mt-0.5 size-4 flex-none text-text-3" aria-hidden />
      <span className="min-w-0">
        <FromTo from={from} to={to} />
        <span className="block text-sm text-text-3">
          {formatCountOf(handoffs, "handoff")}, {ruleId === null ? "no rule" : "no list of fields"}
        </span>
      </span>
    </button>
  );
}
