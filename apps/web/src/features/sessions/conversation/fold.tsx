import { oneLine } from "@baton/ui/format/readable-name";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

interface FoldProps {
  icon: ReactNode;
  title: ReactNode;
  /** One line; cut to the width. */
  note?: string;
  state: ReactNode;
  children: ReactNode;
}

/** Shows one line that opens. */
export function Fold({ icon, title, note, state, children }: FoldProps) {
  return (
    <details className="group">
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-sm text-sm hover:bg-surface-2 [&>svg]:size-3.5 [&>svg]:shrink-0 [&>svg]:text-text-3">
        <ChevronRight aria-hidden className="transition-transform group-open:rotate-90" />
        {icon}
        <span className="max-w-[50%] shrink-0 truncate font-medium">{title}</span>
        <span dir="auto" className="min-w-0 flex-1 truncate text-left text-text-2">
          {note && oneLine(note)}
        </span>
        <span className="flex shrink-0 items-center gap-2">{state}</span>
      </summary>
      <div className="flex flex-col gap-2 pt-2 pl-5.5 max-sm:pl-0">{children}</div>
    </details>
  );
}
