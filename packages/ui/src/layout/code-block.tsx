import type { ReactNode } from "react";
import { cn } from "../cn";
import { ScrollRegion } from "./scroll-region";

export type CodeBlockProps = {
  /** Name of the content ("Line 214 of sessions/01JD7Q4V8Z.jsonl"). */
  label: string;
  /** The text, with CodeMarks around important parts. */
  children: ReactNode;
};

/** Shows machine output verbatim; long lines wrap. */
export function CodeBlock({ label, children }: CodeBlockProps) {
  return (
    <ScrollRegion label={label} maxHeight={360} className="rounded-md border border-line bg-surface-2">
      <pre className="whitespace-pre-wrap px-3 py-2 font-[450] text-sm leading-5 tracking-[-0.01em] [overflow-wrap:anywhere]">
        {children}
      </pre>
    </ScrollRegion>
  );
}

/** Marks a part of a code block that is wrong or was searched for. */
export function CodeMark({ tone, children }: { tone: "danger" | "accent"; children: ReactNode }) {
  return (
    <mark
      className={cn(
        "border-b-2 bg-transparent font-semibold",
        tone === "danger"
          ? "border-danger bg-danger-soft text-danger"
          : "border-accent bg-accent-soft text-accent",
      )}
    >
      {children}
    </mark>
  );
}
