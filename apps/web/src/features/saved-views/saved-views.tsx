"use client";

import { Anchor } from "@baton/ui/primitives/anchor";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { Checkbox } from "@baton/ui/primitives/checkbox";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { Popover, PopoverContent, PopoverTrigger } from "@baton/ui/primitives/popover";
import { useQuery } from "@tanstack/react-query";
import { Link, Pencil, Star, StarOff, Trash2 } from "lucide-react";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { withBasePath } from "@/base-path";
import { QueryError } from "@/frame/query-error";
import { useCopy } from "@/frame/use-copy";
import type { ViewPage, ViewParams } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { useViewChanges } from "./use-view-changes";
import { ViewsButton } from "./views-button";

export type SavedViewsProps = {
  workspace: string;
  /** The page that the views are of. */
  page: ViewPage;
  /** The parameters of the URL that a view keeps. */
  params: ViewParams;
};

type View = RouterOutputs["savedViews"]["list"][number];

/**
 * Lists the saved views of a page, and saves the current one. Initially open, because the click that loaded
 * it asked for that.
 */
export function SavedViews({ workspace, page, params }: SavedViewsProps) {
  const trpc = useTRPC();
  const [isOpen, setOpen] = useState(true);
  const query = useQuery(trpc.savedViews.list.queryOptions({ workspace, page }));
  const { data: membership } = useQuery(trpc.workspaces.get.queryOptions({ workspace }));
  const changes = useViewChanges(workspace, page);
  const [wantsPrivate, setPrivate] = useState(false);
  const views = query.data ?? [];
  const roles = membership?.roles ?? [];
  const mayShare = roles.includes("editor") || roles.includes("owner");
  const isPrivate = wantsPrivate || !mayShare;
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <ViewsButton />
      </PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label="Saved views"
        className="flex w-88 max-w-[calc(100vw-32px)] flex-col gap-3"
      >
        {query.isError && !query.data ? (
          <QueryError title="Could not load the views" query={query} />
        ) : views.length === 0 ? (
          <p className="text-text-2">
            {query.isPending ? "Loading…" : "No saved views yet. A view keeps what this page shows now."}
          </p>
        ) : (
          <ul aria-label="Views" className="-mx-1 max-h-80 overflow-y-auto">
            {views.map((view) => (
              <ViewRow
                key={view.viewId}
                view={view}
                mayDefault={page === "savings" && !view.isPrivate && roles.includes("owner")}
                mayRemove={view.mayChange && (!view.isDefault || roles.includes("owner"))}
                changes={changes}
                onOpen={() => setOpen(false)}
              />
            ))}
          </ul>
        )}
        {membership && (
          <NameForm
            label="Save this view as"
            action="Save view"
            onSubmit={(name) => changes.save(name, params, isPrivate)}
          />
        )}
        {mayShare && (
          // biome-ignore lint/a11y/noLabelWithoutControl: the label contains its checkbox
          <label className="flex items-center gap-2 text-text-2">
            <Checkbox checked={wantsPrivate} onCheckedChange={(checked) => setPrivate(checked === true)} />
            Only for me
          </label>
        )}
      </PopoverContent>
    </Popover>
  );
}

function ViewRow({
  view,
  mayDefault,
  mayRemove,
  changes,
  onOpen,
}: {
  view: View;
  mayDefault: boolean;
  mayRemove: boolean;
  changes: ReturnType<typeof useViewChanges>;
  onOpen: () => void;
}) {
  const pathname = usePathname();
  const copy = useCopy();
  const [isRenaming, setRenaming] = useState(false);
  const { name, params, createdBy, isPrivate, isDefault, mayChange } = view;
  const href = `${pathname}?${new URLSearchParams(params)}`;
  if (isRenaming) {
    return (
      <li className="px-1 py-1.5">
        <NameForm
          label={`New name for “${name}”`}
          action="Rename"
          suggested={name}
          onSubmit={async (next) => {
            const failure = await changes.rename(view, next);
            if (failure === null) setRenaming(false);
            return failure;
          }}
        />
      </li>
    );
  }
  const DefaultIcon = isDefault ? StarOff : Star;
  return (
    <li className="flex items-center gap-1 rounded-sm px-1 py-1 hover:bg-surface-2">
      <span className="min-w-0 flex-1">
        <Anchor href={href} onClick={onOpen} className="block truncate font-medium text-text">
          {name}
        </Anchor>
        <span className="block truncate text-text-3 text-xs">
          {[describeParams(params), isPrivate ? "only for me" : `saved by ${createdBy}`]
            .filter(Boolean)
            .join(", ")}
        </span>
      </span>
      {isDefault && <Badge tone="accent">default</Badge>}
      <Button
        size="icon-sm"
        variant="ghost"
        aria-label={`Copy the link of “${name}”`}
        title="Copy link"
        onClick={() => copy(new URL(withBasePath(href), location.href).href)}
      >
        <Link className="size-3.5" aria-hidden />
      </Button>
      {mayDefault && (
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={isDefault ? `Stop using “${name}” as the default` : `Use “${name}” as the default`}
          title={isDefault ? "Remove as default" : "Make it the workspace default"}
          onClick={() => changes.setDefault(isDefault ? null : view)}
        >
          <DefaultIcon className="size-3.5" aria-hidden />
        </Button>
      )}
      {mayChange && (
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={`Rename “${name}”`}
          onClick={() => setRenaming(true)}
        >
          <Pencil className="size-3.5" aria-hidden />
        </Button>
      )}
      {mayRemove && (
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={`Remove “${name}”`}
          onClick={() => changes.remove(view)}
        >
          <Trash2 className="size-3.5" aria-hidden />
        </Button>
      )}
    </li>
  );
}

/** Edits a name; keeps the input and shows the reason if the change fails. */
function NameForm({
  label,
  action,
  suggested = "",
  onSubmit,
}: {
  label: string;
  action: string;
  suggested?: string;
  onSubmit: (name: string) => Promise<string | null>;
}) {
  const [name, setName] = useState(suggested);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={async (event) => {
        event.preventDefault();
        setSending(true);
        const failed = await onSubmit(name.trim());
        setSending(false);
        setFailure(failed);
        if (failed === null) setName(suggested);
      }}
    >
      <Field label={label} error={failure ?? undefined} className="flex-1">
        <Input
          value={name}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" disabled={name.trim() === "" || isSending}>
        {action}
      </Button>
    </form>
  );
}

/** Summarizes a view: "30d, rule: r1". */
function describeParams({ range, tz, compare: _, columns: __, ...filters }: ViewParams): string {
  const filtered = Object.entries(filters).map(([name, value]) =>
    value === "true" ? name : value === "" ? `no ${name}` : `${name}: ${value}`,
  );
  return [range?.replace("..", " to "), ...filtered, tz].filter((part) => part !== undefined).join(", ");
}
