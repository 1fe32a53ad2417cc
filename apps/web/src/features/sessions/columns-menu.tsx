"use client";

import { Button } from "@baton/ui/primitives/button";
import { Checkbox } from "@baton/ui/primitives/checkbox";
import { Popover, PopoverContent, PopoverTrigger } from "@baton/ui/primitives/popover";
import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Columns3 } from "lucide-react";
import { useState } from "react";
import { SESSION_COLUMNS, type SessionColumn } from "@/search/session-columns";
import { useTRPC } from "@/trpc/client";

export interface ColumnsMenuProps {
  workspace: string;
  /** Columns that have data in this workspace. */
  offered: readonly { id: SessionColumn; label: string }[];
  /** Columns of the table. */
  shown: readonly { id: string }[];
  /** Puts the columns in the URL; null: the usual ones. */
  onChange: (columns: SessionColumn[] | null) => unknown;
}

/** Chooses the columns of the list of sessions, for the URL and for the user's next visits. Initially open. */
export function ColumnsMenu({ workspace, offered, shown, onChange }: ColumnsMenuProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [isOpen, setOpen] = useState(true);
  const keep = useMutation(
    trpc.sessions.setColumns.mutationOptions({
      onSuccess: (_done, { columns }) =>
        queryClient.setQueryData(trpc.sessions.columns.queryKey({ workspace }), columns),
      onError: ({ message }) =>
        showToast({ tone: "danger", title: "Could not keep the columns", description: message }),
    }),
  );
  const isShown = (id: SessionColumn) => shown.some((column) => column.id === id);
  const choose = (columns: SessionColumn[] | null) => {
    onChange(columns);
    keep.mutate({ workspace, columns });
  };
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button className="max-sm:hidden">
          <Columns3 className="size-3.5" aria-hidden />
          Columns
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Columns" className="flex flex-col gap-3">
        <div className="flex flex-col gap-2">
          {offered.map(({ id, label }) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the label contains its checkbox
            <label key={id} className="flex items-center gap-2">
              <Checkbox
                checked={isShown(id)}
                onCheckedChange={() =>
                  choose(SESSION_COLUMNS.filter((each) => isShown(each) !== (each === id)))
                }
              />
              {label}
            </label>
          ))}
        </div>
        <Button size="sm" className="self-start" onClick={() => choose(null)}>
          Usual columns
        </Button>
      </PopoverContent>
    </Popover>
  );
}
