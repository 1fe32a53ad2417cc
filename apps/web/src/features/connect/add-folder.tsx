"use client";

import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/trpc/client";

/** Adds a folder of this machine as a source: one that was found, or one by its path. */
export function AddFolder({
  workspace,
  found,
}: {
  workspace: string;
  found: readonly { name: string; path: string }[];
}) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [path, setPath] = useState("");
  const follow = useMutation(
    trpc.ingest.follow.mutationOptions({
      onSuccess: () => setPath(""),
      onSettled: () => queryClient.invalidateQueries(trpc.ingest.pathFilter()),
    }),
  );
  return (
    <Panel aria-label="Folders of this machine">
      <PanelHead title="Folders of this machine" note="Baton reads them, and follows new lines" />
      <PanelBody>
        {found.length > 0 && (
          <ul className="mb-3 grid gap-2">
            {found.map((one) => (
              <li key={one.path} className="flex flex-wrap items-center gap-2">
                <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  {one.name}: <code>{one.path}</code>
                </span>
                <Button
                  size="sm"
                  aria-label={`Follow ${one.path}`}
                  disabled={follow.isPending}
                  onClick={() => follow.mutate({ workspace, path: one.path })}
                >
                  Follow
                </Button>
              </li>
            ))}
          </ul>
        )}
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            follow.mutate({ workspace, path });
          }}
        >
          <div className="min-w-0 flex-1 basis-60">
            <Field label="Path of a folder or file" {...(follow.error && { error: follow.error.message })}>
              <Input
                value={path}
                placeholder="/home/me/project/sessions"
                onChange={(event) => setPath(event.target.value)}
              />
            </Field>
          </div>
          <Button type="submit" disabled={path.trim() === "" || follow.isPending}>
            Follow the folder
          </Button>
        </form>
        {follow.data && (
          <p role="status" className="mt-2 text-text-2 [overflow-wrap:anywhere]">
            Baton follows <code>{follow.data.root}</code>.
          </p>
        )}
      </PanelBody>
    </Panel>
  );
}
