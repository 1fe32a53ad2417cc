import type { ReactNode } from "react";

export type EmptyStateProps = {
  icon?: ReactNode;
  /** Names what is missing ("No sessions yet", "Nothing matches these filters"). */
  title: string;
  /** Next step; for no match, the range searched. */
  children?: ReactNode;
  /** The active filters, as Chips. */
  filters?: ReactNode;
  /** One or two actions. */
  actions?: ReactNode;
  /** True if it is all that a page has, so that its title is the page's. */
  isPage?: boolean;
};

/** Replaces content that does not exist or that the filters exclude. */
export function EmptyState({ icon, title, children, filters, actions, isPage = false }: EmptyStateProps) {
  const Heading = isPage ? "h1" : "h3";
  return (
    <div className="flex flex-col items-center px-3 py-[18px] text-center">
      {icon && (
        <span className="mb-2.5 grid size-10 place-items-center rounded-lg border border-line-2 text-text-3 [&_svg]:size-4">
          {icon}
        </span>
      )}
      <Heading>{title}</Heading>
      {children && <p className="mt-0.5 max-w-[340px] text-text-2">{children}</p>}
      {filters && <div className="mt-2.5 flex flex-wrap justify-center gap-2">{filters}</div>}
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
