"use client";

import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { cn } from "../cn";
import { readableName, splitNumber } from "../format/readable-name";

export type FlowNodeData = {
  label: string;
  note: string;
  isSelected: boolean;
  onSelect?: () => void;
  onFocus: () => void;
};

export type DrawnNode = Node<FlowNodeData, "flow">;

/** Draws an agent. The engine attaches edges to its handles; the layout places them. */
export function FlowNode({ data }: NodeProps<DrawnNode>) {
  const look = cn(
    "flex size-full flex-col justify-center rounded-[8px] border bg-surface px-3 text-left",
    data.isSelected ? "border-accent shadow-[0_0_0_0.5px_var(--accent)]" : "border-line-strong",
  );
  const [start, number] = splitNumber(data.label);
  const words = (
    <>
      <bdi className="flex font-semibold text-md" title={readableName(data.label)}>
        <span className="truncate">{readableName(start)}</span>
        {number && <span className="flex-none whitespace-pre">{number}</span>}
      </bdi>
      <span className="truncate text-text-3 text-xs">{data.note}</span>
    </>
  );
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      {data.onSelect ? (
        <button
          type="button"
          aria-pressed={data.isSelected}
          onClick={data.onSelect}
          onFocus={data.onFocus}
          className={cn(
            look,
            "nopan pointer-events-auto transition-colors hover:bg-surface-2 focus-visible:rounded-[8px]",
          )}
        >
          {words}
        </button>
      ) : (
        <div className={look}>{words}</div>
      )}
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </>
  );
}
