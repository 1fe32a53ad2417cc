import { ChevronRight } from "lucide-react";
import { cn } from "../cn";
import { Anchor } from "../primitives/anchor";
import { Name } from "../primitives/name";

export type Crumb = { label: string; href?: string };

/**
 * Shows the path to this page; the last crumb is the page. A phone shows only the last two. If space is
 * short, the page's name gets up to three fifths.
 */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="flex min-w-0 items-center gap-1.5 whitespace-nowrap text-text-3">
        {crumbs.map((crumb, index) => {
          const isPage = index === crumbs.length - 1;
          const isFar = index < crumbs.length - 2;
          const isFirstOnPhone = index === crumbs.length - 2;
          return (
            <li
              key={crumb.label}
              className={cn(
                "flex min-w-0 items-center gap-1.5",
                isPage && "max-w-3/5 flex-none",
                isFar && "max-sm:hidden",
              )}
            >
              {index > 0 && (
                <ChevronRight
                  className={cn("size-3.5 flex-none", isFirstOnPhone && "max-sm:hidden")}
                  aria-hidden
                />
              )}
              {isPage || crumb.href === undefined ? (
                <span aria-current={isPage ? "page" : undefined} className="truncate font-medium text-text">
                  <Name>{crumb.label}</Name>
                </span>
              ) : (
                <Anchor href={crumb.href} className="truncate hover:text-text hover:underline">
                  <Name>{crumb.label}</Name>
                </Anchor>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
