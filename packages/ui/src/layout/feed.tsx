import type { ReactNode } from "react";
import { cn } from "../cn";
import { Anchor } from "../primitives/anchor";

export type FeedProps = {
  /** Name of the feed ("Latest handoffs"). */
  label: string;
  /** The FeedItems, newest first. */
  children: ReactNode;
};

/** Lists events, newest first. */
export function Feed({ label, children }: FeedProps) {
  return (
    <ol aria-label={label} className="[&>li:last-child]:border-b-0">
      {children}
    </ol>
  );
}

export type FeedItemProps = {
  /** A Time. */
  time: ReactNode;
  /** A Dot or a small icon for the kind or the outcome. */
  mark: ReactNode;
  /** Description of the event, with badges. */
  children: ReactNode;
  /** Values at the right, or below on a phone. */
  figures?: ReactNode;
  /** Link of the whole line. */
  href?: string;
};

/** Shows one event. */
export function FeedItem({ time, mark, children, figures, href }: FeedItemProps) {
  return (
    <li
      className={cn(
        "relative grid grid-cols-[58px_18px_minmax(0,1fr)_auto] items-center gap-2 border-line border-b px-4 py-1.5 max-sm:grid-cols-[58px_16px_minmax(0,1fr)] max-sm:gap-y-0",
        href && "transition-colors hover:bg-surface-2",
      )}
    >
      <span className="text-sm text-text-3">{time}</span>
      <span className="grid place-items-center text-text-2 [&_svg]:size-3.5">{mark}</span>
      <span className="min-w-0 truncate max-sm:whitespace-normal">
        {href ? (
          <Anchor href={href} className="after:absolute after:inset-0 hover:no-underline">
            {children}
          </Anchor>
        ) : (
          children
        )}
      </span>
      {figures && (
        <span className="whitespace-nowrap text-right max-sm:col-start-3 max-sm:text-left">{figures}</span>
      )}
    </li>
  );
}
