import { Brand } from "@baton/ui/layout/brand";
import { Input } from "@baton/ui/primitives/input";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { withBasePath } from "@/base-path";
import type { Docs } from "./read-docs";

type DocsFrameProps = {
  groups: Docs["groups"];
  /** Address of the shown page; null for the search. */
  current: string | null;
  search?: string;
  children: ReactNode;
};

/** Shows a page of the documentation with the list of all guides and a search. */
export function DocsFrame({ groups, current, search = "", children }: DocsFrameProps) {
  const list = <GuideList groups={groups} current={current} />;
  return (
    <div className="mx-auto max-w-[1180px] px-4 pb-16">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3">
        <TextLink href="/docs" className="text-text no-underline">
          <Brand />
        </TextLink>
        <search className="ml-auto w-72 max-sm:order-last max-sm:w-full">
          <form action={withBasePath("/docs")}>
            <Input
              type="search"
              name="q"
              defaultValue={search}
              aria-label="Search the documentation"
              placeholder="Search the documentation"
              leading={<Search aria-hidden />}
            />
          </form>
        </search>
        <TextLink href="/">Open Baton</TextLink>
      </header>
      <div className="grid gap-8 pt-6 md:grid-cols-[220px_minmax(0,1fr)]">
        <nav aria-label="Guides" className="max-md:hidden">
          <div className="sticky top-4">{list}</div>
        </nav>
        <details className="rounded-md border border-line px-3 py-2 md:hidden">
          <summary className="cursor-pointer font-medium">All guides</summary>
          <div className="pt-3">{list}</div>
        </details>
        <main className="min-w-0">{children}</main>
      </div>
    </div>
  );
}

function GuideList({ groups, current }: Pick<DocsFrameProps, "groups" | "current">) {
  return (
    <div className="flex flex-col gap-4">
      {groups.map(({ title, guides }) => (
        <section key={title} aria-label={title}>
          <p className="mb-1 font-medium text-sm text-text-3">{title}</p>
          <ul className="flex flex-col gap-0.5">
            {guides.map((guide) => (
              <li key={guide.address}>
                <a
                  href={withBasePath(guide.address)}
                  aria-current={guide.address === current ? "page" : undefined}
                  className="block rounded-md px-2 py-1 hover:bg-surface-2 aria-[current=page]:bg-surface-3 aria-[current=page]:font-medium"
                >
                  {guide.title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
