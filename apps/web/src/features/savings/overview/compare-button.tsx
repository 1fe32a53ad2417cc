import { Button, type ButtonProps } from "@baton/ui/primitives/button";
import { History } from "lucide-react";
import type { Comparison } from "@/search/savings-choices";
import type { SavingsView } from "@/server/inputs";
import { comparisonLabel } from "./period-words";
import { useSavings } from "./use-savings";

type CompareButtonProps = ButtonProps & { workspace: string; view: SavingsView; compare: Comparison };

/** Shows what the page compares its period with; opens the choice. */
export function CompareButton({ workspace, view, compare, ...props }: CompareButtonProps) {
  const { data } = useSavings(workspace, view);
  const isOn = compare !== "none";
  return (
    <Button className={isOn ? "bg-surface-3" : undefined} {...props}>
      <History className="size-3.5" aria-hidden />
      <span className="font-normal text-text-2">compare</span>{" "}
      {isOn ? (data ? comparisonLabel(data) : "previous period") : "off"}
    </Button>
  );
}
