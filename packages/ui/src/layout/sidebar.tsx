import type { ReactNode } from "react";
import { cn } from "../cn";
import { Anchor } from "../primitives/anchor";
import { Dot } from "../primitives/dot";

export type SidebarProps = {
  /** The logo at the top. */
  brand: ReactNode;
  /** The workspace menu, or only its name. */
  workspace?: ReactNode;
  /** The SidebarNav. */
  children: ReactNode;
  /** SidebarStatus lines near the bottom. */
  status?: ReactNode;
  /** The signed-in user. */
  foot?: ReactNode;
};

/** The column with the navigation. */
export function Sidebar({ brand, workspace, children, status, foot }: SidebarProps) {
  return (
    <div className="flex min-h-full flex-col gap-4 px-2 py-3">
      {brand}
      {workspace}
      {children}
      <div className="flex-1" />
      {status && <div className="flex flex-col gap-1.5 px-2 text-sm text-text-3">{status}</div>}
      {foot && <div className="flex items-center gap-2 border-line border-t p-2 text-sm">{foot}</div>}
    </div>
  );
}

/** The list of pages. */
export function SidebarNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <ul>{children}</ul>
    </nav>
  );
}

export type SidebarItemProps = {
  href: string;
  icon: ReactNode;
  label: string;
  isCurrent: boolean;
  /** A count or word at the right ("v7", "7"). */
  count?: ReactNode;
  /** Meaning of the count ("quarantined lines"), on hover and for screen readers. */
  countLabel?: string;
  /** Marks a count that needs action. */
  isAlarming?: boolean;
  /** Shows the count as a badge. */
  isNews?: boolean;
};

/** A page in the navigation. */
export function SidebarItem({
  href,
  icon,
  label,
  isCurrent,
  count,
  countLabel,
  isAlarming = false,
  isNews = false,
}: SidebarItemProps) {
  return (
    <li>
      <Anchor
        href={href}
        aria-current={isCurrent ? "page" : undefined}
        className="group flex h-(--control) items-center gap-2.5 rounded-md px-2 font-medium text-text-2 transition-colors hover:bg-surface-3 hover:no-underline aria-[current=page]:bg-surface-3 aria-[current=page]:text-text"
      >
        <span className="group-aria-[current=page]:text-accent [&_svg]:size-4">{icon}</span>
        {label}
        {count !== undefined && (
          <span
            title={countLabel}
            className={cn(
              "ml-auto text-xs",
              isAlarming ? "font-semibold text-danger" : "text-text-3",
              isNews && "rounded-full bg-accent px-1.5 font-semibold text-on-accent",
            )}
          >
            {count}
            {countLabel && <span className="sr-only"> {countLabel}</span>}
          </span>
        )}
      </Anchor>
    </li>
  );
}

/** Shows a state of the whole installation in a few words, with an icon. */
export function SidebarStatus({ tone, children }: { tone: "ok" | "warn" | "danger"; children: ReactNode }) {
  return (
    <span className="flex items-center gap-2">
      <Dot colour={tone} isRound />
      {children}
    </span>
  );
}
