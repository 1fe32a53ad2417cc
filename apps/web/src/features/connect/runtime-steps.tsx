"use client";

import { CodeBlock } from "@baton/ui/layout/code-block";
import { Button } from "@baton/ui/primitives/button";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCommands } from "@/frame/commands";
import { useCopy } from "@/frame/use-copy";
import { usePermission } from "@/frame/use-permission";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import type { RUNTIMES } from "./runtimes";

/** Placeholder of a key until the user creates one. */
const KEY_NAME = "$BATON_KEY";
const KEY_DAYS = 90;

type RuntimeStepsProps = {
  workspace: string;
  runtime: (typeof RUNTIMES)[number];
  place: RouterOutputs["ingest"]["connect"];
};

/** Lists the steps that connect a runtime, each with a snippet to copy. */
export function RuntimeSteps({ workspace, runtime, place }: RuntimeStepsProps) {
  const commands = useCommands();
  const copy = useCopy();
  const [key, setKey] = useState<string | null>(null);
  const steps = runtime.steps({
    commands,
    workspace,
    server: place.server,
    ingest: ingestAddress(place),
    isShared: !isLoopback(place.server),
    key: key ?? KEY_NAME,
  });
  return (
    <ol className="grid gap-4">
      {runtime.scopes && (
        <li>
          <KeyStep
            workspace={workspace}
            name={runtime.label}
            scopes={runtime.scopes}
            isMade={key !== null}
            onMade={setKey}
          />
        </li>
      )}
      {steps.map(({ text, code }) => (
        <li key={code}>
          <div className="mb-1 flex items-center gap-2">
            <span className="min-w-0 flex-1">{text}</span>
            <Button size="sm" aria-label={`Copy: ${text}`} onClick={() => void copy(code)}>
              Copy
            </Button>
          </div>
          <CodeBlock label={text}>{code}</CodeBlock>
        </li>
      ))}
    </ol>
  );
}

/** A proxy in front of a shared Baton forwards `/v1/` to ingest (`deploy/nginx/baton.conf`). */
function ingestAddress({ server, port }: RuntimeStepsProps["place"]): string {
  if (!isLoopback(server)) return server;
  return port === null ? "$BATON_INGEST" : `http://127.0.0.1:${port}`;
}

function isLoopback(address: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
}

/** Creates an API key for the snippets. */
function KeyStep({
  workspace,
  name,
  scopes,
  isMade,
  onMade,
}: {
  workspace: string;
  name: string;
  scopes: readonly ("ingest" | "read")[];
  isMade: boolean;
  onMade: (key: string) => void;
}) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const mayCreate = usePermission(workspace, "keys.create");
  const create = useMutation(
    trpc.keys.create.mutationOptions({
      onSuccess: ({ token }) => onMade(token),
      onSettled: () => queryClient.invalidateQueries(trpc.keys.pathFilter()),
    }),
  );
  if (isMade) return <p role="status">The snippet contains your new key. Baton does not show it again.</p>;
  if (!mayCreate)
    return (
      <p>
        Ask an admin of this workspace for an API key with {scopes.length === 1 ? "the scope" : "the scopes"}{" "}
        {scopes.join(" and ")}.
      </p>
    );
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1">Create a key, which the snippet then contains:</span>
        <Button
          size="sm"
          variant="primary"
          disabled={create.isPending}
          onClick={() => create.mutate({ workspace, name, scopes: [...scopes], days: KEY_DAYS })}
        >
          Create a key
        </Button>
      </div>
      {create.error && (
        <p role="alert" className="text-danger text-sm">
          {create.error.message}
        </p>
      )}
    </>
  );
}
