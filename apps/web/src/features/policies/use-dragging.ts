import { type DragEvent, useRef, useState } from "react";
import type { RuleRow } from "./rule-rows";

/** Lets a rule be dragged onto another one that matches equally; others keep their order. */
export function useDragging(onMove: ((position: number, to: number) => void) | undefined) {
  const dragged = useRef<RuleRow>(null);
  const [target, setTarget] = useState<string | null>(null);
  const canDrop = (row: RuleRow) =>
    dragged.current !== null &&
    dragged.current.key !== row.key &&
    row.position !== null &&
    row.specificity === dragged.current.specificity;
  const end = () => {
    dragged.current = null;
    setTarget(null);
  };
  return {
    propsOf: (row: RuleRow) =>
      onMove && row.position !== null
        ? {
            draggable: true,
            "data-target": target === row.key,
            className: "absolute inset-x-0 top-0 data-[target=true]:shadow-[inset_0_2px_0_var(--accent)]",
            onDragStart: (event: DragEvent) => {
              dragged.current = row;
              event.dataTransfer.effectAllowed = "move";
              event.dataTransfer.setData("text/plain", row.ruleId);
            },
            onDragOver: (event: DragEvent) => {
              if (!canDrop(row)) return;
              event.preventDefault();
              setTarget(row.key);
            },
            onDragEnd: end,
            onDrop: (event: DragEvent) => {
              event.preventDefault();
              const from = dragged.current?.position;
              if (canDrop(row) && from !== null && from !== undefined && row.position !== null)
                onMove(from, row.position);
              end();
            },
          }
        : {},
  };
}
