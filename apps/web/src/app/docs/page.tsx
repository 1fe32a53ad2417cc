import { EmptyState } from "@baton/ui/layout/empty-state";
import { TextLink } from "@baton/ui/primitives/text-link";
import type { Metadata } from "next";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { DocsFrame } from "@/features/docs/docs-frame";
import { readDocs } from "@/features/docs/read-docs";
import { searchDocs } from "@/features/docs/search-docs";

export const metadata: Metadata = { title: "Documentation" };

const loadSearchParams = createLoader({ q: parseAsString.withDefault("") });

/** Lists the guides, or the sections that a search finds. */
export default async function DocsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { q } = await loadSearchParams(searchParams);
  const { pages, groups } = await readDocs();
  const results = searchDocs(pages, q);
  return (
    <DocsFrame groups={groups} current={null} search={q}>
      <h1>{q.trim() === "" ? "Documentation" : `Search: ${q}`}</h1>
      {q.trim() === "" ? (
        groups.map(({ title, guides }) => (
          <section key={title} aria-label={title} className="mt-5">
            <h2>{title}</h2>
            <ul className="mt-2 grid gap-2 sm:grid-cols-2">
              {guides.map((guide) => (
                <li key={guide.address} className="rounded-md border border-line px-3 py-2">
                  <TextLink href={guide.address}>{guide.title}</TextLink>
                  {guide.about && <p className="text-sm text-text-2">{guide.about}</p>}
                </li>
              ))}
            </ul>
          </section>
        ))
      ) : results.length === 0 ? (
        <EmptyState title="Nothing found">Use fewer words, or other ones.</EmptyState>
      ) : (
        <ul className="mt-4 flex flex-col gap-4">
          {results.map(({ page, heading, address, excerpt }) => (
            <li key={address}>
              <TextLink href={address}>{heading}</TextLink>
              {heading !== page && <span className="text-sm text-text-3"> in {page}</span>}
              <p className="text-text-2 [overflow-wrap:anywhere]">{excerpt}</p>
            </li>
          ))}
        </ul>
      )}
    </DocsFrame>
  );
}
