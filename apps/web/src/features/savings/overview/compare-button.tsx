"use client";

import { Button } from "@baton/ui/primitives/button";
import { History } from "lucide-react";
import type { Comparison } from "@/search/savings-choices";
import type { SavingsView } from "@/server/inputs";
import { comparisonLabel } from "./period-words";
import { useSavings } from "./use-savings";

/** Switches the comparison with the previous period on or off. */
export function CompareButton({
  workspace,
  view,
  compare,
  onCompareChange,
}: {
  workspace: string;
  view: SavingsView;
  compare: Comparison;
  onCompareChange: (compare: Comparison) => void;
}) {
  const { data } = useSavings(workspace, view);
  const isOn = compare === "before";
  return (
    <Button
      aria-pressed={isOn}
      className={isOn ? "bg-surface-3" : undefined}
      onClick={() => onCompareChange(isOn ? "none" : "before")}
    >
      <History className="size-3.5" aria-hidden />
      <span className="font-normal text-text-2">compare</span>{" "}
      {isOn ? (data ? comparisonLabel(data) : "previous period") : "off"}
    </Button>
  );
}
