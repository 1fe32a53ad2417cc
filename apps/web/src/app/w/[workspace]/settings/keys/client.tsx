"use client";

import { DataTable } from "@baton/ui/data-table/data-table";
import { formatDateTime } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { TimeAgo } from "@baton/ui/primitives/time";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { NewKeyDialog } from "@/features/settings/new-key-dialog";
import { ShownOnce } from "@/features/settings/shown-once";
import { ActionDialog } from "@/frame/action-dialog";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

type Key = RouterOutputs["keys"]["list"][number];

/** Lists the API keys of programs. */
export function Keys({ workspace, now }: { workspace: string; now: number }) {
  const trpc = useTRPC();
  const timeZone = useTimeZone();
  const queryClient = useQueryClient();
  const keys = useQuery(trpc.keys.list.queryOptions({ workspace }));
  const [token, setToken] = useState<string | null>(null);
  const options = { onSettled: () => queryClient.invalidateQueries(trpc.keys.pathFilter()) };
  const create = useMutation(trpc.keys.create.mutationOptions(options));
  const revoke = useMutation(trpc.keys.revoke.mutationOptions(options));
  const newKey = (
    <NewKeyDialog
      onCreate={async (input) => setToken((await create.mutateAsync({ workspace, ...input })).token)}
    />
  );
  const stateOf = (key: Key) => {
    if (key.revokedAt) return <Badge>revoked</Badge>;
    if (key.expiresAt && key.expiresAt.getTime() <= now) return <Badge tone="warn">expired</Badge>;
    return (
      <ActionDialog
        trigger={
          <Button size="sm" aria-label={`Revoke the key ${key.name}`}>
            Revoke
          </Button>
        }
        title={`Revoke the key ${key.name}?`}
        description="Requests with this key fail immediately. You cannot undo this."
        verb="Revoke key"
        isDangerous
        onConfirm={() => revoke.mutateAsync({ workspace, key: key.keyId })}
      />
    );
  };
  return (
    <>
      <PageHead
        title="API keys"
        subtitle="Programs use API keys to post events, read data and scope contexts."
        actions={newKey}
      />
      {token !== null && (
        <ShownOnce title="The key" secret={token} onDone={() => setToken(null)}>
          Baton stores only its hash. Send it as <code>Authorization: Bearer …</code>
        </ShownOnce>
      )}
      <Panel aria-label="Keys">
        <DataTable
          caption="Keys of this workspace"
          rows={keys.data ?? []}
          keyOf={(key) => key.keyId}
          isLoading={keys.isPending}
          error={keys.isError && <QueryError title="The keys could not be loaded" query={keys} />}
          empty={
            <EmptyState icon={<KeyRound aria-hidden />} title="No keys yet">
              Create one API key per program so you can revoke it separately.
            </EmptyState>
          }
          columns={[
            { id: "name", header: "Name", cell: (key) => key.name },
            {
              id: "prefix",
              header: "Prefix",
              cell: (key) => <code>{key.prefix}</code>,
              isSecondary: true,
            },
            { id: "scopes", header: "Scopes", cell: (key) => key.scopes.join(", ") },
            {
              id: "used",
              header: "Last used",
              cell: (key) =>
                key.lastUsedAt ? (
                  <TimeAgo at={key.lastUsedAt.getTime()} timeZone={timeZone} now={now} />
                ) : (
                  <span className="text-text-3">never</span>
                ),
            },
            {
              id: "expires",
              header: "Expires",
              isSecondary: true,
              cell: (key) => (key.expiresAt ? formatDateTime(key.expiresAt, timeZone) : "never"),
            },
            { id: "by", header: "Created by", cell: (key) => key.createdBy, isSecondary: true },
            { id: "state", header: <span className="sr-only">State</span>, cell: stateOf },
          ]}
        />
      </Panel>
    </>
  );
}
