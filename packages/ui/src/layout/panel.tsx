import type { ComponentPropsWithRef, ReactNode } from "react";
import { cn } from "../cn";
import { Term } from "../primitives/term";

/**
 * A white sheet with a hairline border. Name it with `aria-label`, or `aria-labelledby` and the ID of its
 * head.
 */
export function Panel({ className, ...props }: ComponentPropsWithRef<"section">) {
  return (
    <section
      className={cn(
        "flex min-w-0 flex-col overflow-clip rounded-lg border border-line bg-surface",
        className,
      )}
      {...props}
    />
  );
}

export type PanelHeadProps = {
  title: ReactNode;
  /** Lighter text next to the title: unit, period, count. */
  note?: ReactNode;
  /** Views, buttons or a legend at the right. */
  actions?: ReactNode;
  /** Draws a hairline below. Use it unless the body starts with a table. */
  hasLine?: boolean;
  /** For the panel's `aria-labelledby`. */
  titleId?: string;
  className?: string;
};

/** Shows the panel's title, note and actions. */
export function PanelHead({ title, note, actions, hasLine = false, titleId, className }: PanelHeadProps) {
  return (
    <div
      className={cn(
        "flex min-h-11 flex-none flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3",
        hasLine ? "border-line border-b pb-2.5" : "pb-2",
        className,
      )}
    >
      <h2 id={titleId} className="min-w-0">
        <Term>{title}</Term>
      </h2>
      {note && <span className="text-sm text-text-3">{note}</span>}
      {actions && (
        <div data-actions className="ml-auto flex flex-wrap items-center gap-2 max-sm:ml-0">
          {actions}
        </div>
      )}
    </div>
  );
}

/** The panel's padded content. A table goes directly into the panel, edge to edge. */
export function PanelBody({ className, ...props }: ComponentPropsWithRef<"div">) {
  return <div className={cn("px-4 pb-4", className)} {...props} />;
}

/** A line at the bottom of the panel, for a conclusion. */
export function PanelFoot({ className, ...props }: ComponentPropsWithRef<"div">) {
  return (
    <div
      className={cn(
        "mt-auto flex flex-none flex-wrap items-center gap-3 border-line border-t px-4 py-2 text-sm text-text-3",
        className,
      )}
      {...props}
    />
  );
}
