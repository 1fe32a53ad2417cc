"use client";

import { cn } from "@baton/ui/cn";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Chip } from "@baton/ui/primitives/chip";
import { Search, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type FilterChoice, FilterSelects, type FilterSelectsProps } from "./filter-selects";
import { ListTable, type ListTableProps } from "./list-table";
import { SearchBox, type SearchBoxProps } from "./search-box";

/** A filter that is set, but has no control, with its URL parameters. */
type FilterChip = { label: string; keys: readonly string[] };

/** Returns the chip of a period; none without a period. */
export function rangeChip(range: string | null): FilterChip[] {
  return range === null ? [] : [{ label: range.replace("..", " to "), keys: ["range"] }];
}

type ListPageProps<Row, Key extends string> = Omit<ListTableProps<Row>, "errorTitle"> & {
  title: string;
  subtitle: string;
  /** Name of the rows in a sentence ("tasks"). */
  noun: string;
  /** The filters, as `useListPage` returns them. */
  list: {
    params: { search: string | null } & Readonly<Record<NoInfer<Key>, string | null>>;
    setParams: SearchBoxProps["onChange"];
    isFiltered: boolean;
    choose: (key: NoInfer<Key>, option: string | null) => unknown;
    remove: (keys: readonly string[]) => unknown;
    clear: () => unknown;
  };
  search: Pick<SearchBoxProps, "label" | "placeholder" | "className"> & {
    /** The searched parts, in a sentence ("the scope and path"). */
    parts: string;
    /** Returns another search to try if this one finds nothing. */
    elsewhere?: (search: string) => ReactNode;
  };
  /** Controls after the search. */
  actions?: ReactNode;
  /** Content between the head and the filters. */
  children?: ReactNode;
  choices?: readonly FilterChoice<Key>[];
  /** Further filters, above the choices. */
  filters?: ReactNode;
  chips?: readonly FilterChip[];
  /** Shown if the list has no rows without filters. */
  empty: ReactNode;
};

/** Shows a list with its search and filters in the URL. */
export function ListPage<Row, Key extends string = never>(props: ListPageProps<Row, Key>) {
  const {
    title,
    subtitle,
    noun,
    list,
    search,
    actions,
    children,
    choices,
    filters,
    chips = [],
    empty,
    ...table
  } = props;
  const { parts, elsewhere, ...searchBox } = search;
  const isNoMatch = list.isFiltered && table.rows?.length === 0;
  const shownChips = chips.map(({ label, keys }) => (
    <Chip key={label} removeLabel={`Remove the filter ${label}`} onRemove={() => list.remove(keys)}>
      {label}
    </Chip>
  ));
  const clear = (
    <Button variant="ghost" size="sm" onClick={list.clear}>
      Clear filters
    </Button>
  );
  return (
    <>
      <PageHead
        title={title}
        subtitle={subtitle}
        actions={
          <>
            <SearchBox {...searchBox} search={list.params.search} onChange={list.setParams} />
            {actions}
          </>
        }
      />
      {children}
      {choices && (
        <Filters choices={choices} values={list.params} onChange={list.choose}>
          {filters}
        </Filters>
      )}
      {list.isFiltered && !isNoMatch && (
        <div className="flex flex-wrap items-center gap-2">
          {shownChips}
          {clear}
        </div>
      )}
      <Panel aria-label={title}>
        <ListTable
          {...table}
          errorTitle={`Could not load the ${noun}`}
          empty={
            isNoMatch ? (
              <EmptyState
                icon={<Search aria-hidden />}
                title={`No ${noun} match these filters`}
                filters={shownChips.length > 0 && shownChips}
                actions={
                  <>
                    {list.params.search && elsewhere?.(list.params.search)}
                    {clear}
                  </>
                }
              >
                {list.params.search && `Baton searched ${parts} for “${list.params.search}”.`}
              </EmptyState>
            ) : (
              empty
            )
          }
        />
      </Panel>
    </>
  );
}

/** Shows the filters, in a small window only after a click. */
function Filters<Key extends string>({
  children,
  ...selects
}: FilterSelectsProps<Key> & { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const chosenCount = selects.choices.filter(({ key }) => selects.values[key] !== null).length;
  return (
    <>
      <Button className="sm:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <SlidersHorizontal className="size-3.5" aria-hidden />
        {chosenCount > 0 ? `Filters (${chosenCount})` : "Filters"}
      </Button>
      <div className={cn("flex flex-col gap-3", !isOpen && "max-sm:hidden")}>
        {children}
        <FilterSelects {...selects} />
      </div>
    </>
  );
}
