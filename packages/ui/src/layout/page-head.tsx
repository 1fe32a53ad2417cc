import type { ReactNode } from "react";

export type PageHeadProps = {
  title: ReactNode;
  /** Badges next to the title. */
  badges?: ReactNode;
  /** A line below the title: the period, or the identity. */
  subtitle?: ReactNode;
  /** Range, filters and buttons at the right, or below on a phone. */
  actions?: ReactNode;
};

/** Shows the page's title, badges and actions. */
export function PageHead({ title, badges, subtitle, actions }: PageHeadProps) {
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2.5">
      <div className="min-w-0 flex-1 basis-72 max-sm:basis-full">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h1 className="min-w-0 [overflow-wrap:anywhere]">{title}</h1>
          {badges}
        </div>
        {subtitle && <p className="text-text-2">{subtitle}</p>}
      </div>
      {actions && (
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full print:hidden">{actions}</div>
      )}
    </div>
  );
}
