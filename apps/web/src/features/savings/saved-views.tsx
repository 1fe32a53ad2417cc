"use client";

import { Anchor } from "@baton/ui/primitives/anchor";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { Popover, PopoverContent, PopoverTrigger } from "@baton/ui/primitives/popover";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Star, StarOff, Trash2 } from "lucide-react";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { QueryError } from "@/frame/query-error";
import type { SavingsViewParams } from "@/search/savings-view";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { toSavedParams } from "./saved-params";
import { useViewChanges } from "./use-view-changes";
import { ViewsButton } from "./views-button";

export type SavedViewsProps = {
  workspace: string;
  /** The current parameters of the URL. */
  params: SavingsViewParams;
};

type View = RouterOutputs["savedViews"]["list"][number];

/**
 * Lists the workspace's saved views, and saves the current one. Initially open, because the click that loaded
 * it asked for that.
 */
export function SavedViews({ workspace, params }: SavedViewsProps) {
  const trpc = useTRPC();
  const [isOpen, setOpen] = useState(true);
  const query = useQuery(trpc.savedViews.list.queryOptions({ workspace }));
  const { data: membership } = useQuery(trpc.workspaces.get.queryOptions({ workspace }));
  const changes = useViewChanges(workspace);
  const views = query.data ?? [];
  const roles = membership?.roles ?? [];
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
            {query.isPending
              ? "Loading…"
              : "No saved views yet. Saved views are shared with everyone in this workspace."}
          </p>
        ) : (
          <ul aria-label="Views" className="-mx-1 max-h-80 overflow-y-auto">
            {views.map((view) => (
              <ViewRow
                key={view.viewId}
                view={view}
                isOwner={roles.includes("owner")}
                changes={changes}
                onOpen={() => setOpen(false)}
              />
            ))}
          </ul>
        )}
        {(roles.includes("editor") || roles.includes("owner")) && (
          <NameForm
            label="Save this view as"
            action="Save view"
            onSubmit={(name) => changes.save(name, toSavedParams(params))}
          />
        )}
      </PopoverContent>
    </Popover>
  );
}

function ViewRow({
  view,
  isOwner,
  changes,
  onOpen,
}: {
  view: View;
  isOwner: boolean;
  changes: ReturnType<typeof useViewChanges>;
  onOpen: () => void;
}) {
  const pathname = usePathname();
  const [isRenaming, setRenaming] = useState(false);
  const { name, params, createdBy, isDefault, mayChange } = view;
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
        <Anchor
          href={`${pathname}?${new URLSearchParams(params)}`}
          onClick={onOpen}
          className="block truncate font-medium text-text"
        >
          {name}
        </Anchor>
        <span className="block truncate text-text-3 text-xs">
          {describeParams(params)}, by {createdBy}
        </span>
      </span>
      {isDefault && <Badge tone="accent">default</Badge>}
      {isOwner && (
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
      {mayChange && (isOwner || !isDefault) && (
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
function describeParams({ range, tz, compare: _, ...filters }: Readonly<Record<string, string>>): string {
  const filtered = Object.entries(filters).map(([name, value]) =>
    value === "" ? `no ${name}` : `${name}: ${value}`,
  );
  return [range?.replace("..", " to "), ...filtered, ...(tz === undefined ? [] : [tz])].join(", ");
}
