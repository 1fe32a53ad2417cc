"use client";

import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { Finding } from "@baton/ui/layout/finding";
import { Button } from "@baton/ui/primitives/button";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import type { VerifiedChain } from "./verify-chain";

type State =
  | { kind: "idle" }
  | { kind: "running"; rowCount: number }
  | { kind: "done"; verified: VerifiedChain }
  | { kind: "failed"; message: string };

/** Verifies the hash chain in the browser, and shows the active and missing protections of the log. */
export function VerifyPanel({ workspace }: { workspace: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const guard = useQuery(trpc.audit.guard.queryOptions({ workspace }));
  const [state, setState] = useState<State>({ kind: "idle" });
  const verify = async () => {
    setState({ kind: "running", rowCount: 0 });
    try {
      // Load the hashing code on demand.
      const { verifyChain } = await import("./verify-chain");
      const verified = await verifyChain(
        workspace,
        (after) => queryClient.fetchQuery(trpc.audit.chain.queryOptions({ workspace, after }, { gcTime: 0 })),
        (rowCount) => setState({ kind: "running", rowCount }),
      );
      setState({ kind: "done", verified });
    } catch (error) {
      setState({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  };
  const button = (
    <Button size="sm" disabled={state.kind === "running"} onClick={() => void verify()}>
      {state.kind === "running"
        ? `Verifying, ${formatCount(state.rowCount)} entries`
        : "Verify the hash chain"}
    </Button>
  );
  if (state.kind === "failed") {
    return (
      <Finding tone="warn" role="alert" title="Could not verify the hash chain" action={button}>
        {state.message}
      </Finding>
    );
  }
  if (state.kind === "done") return <Verdict verified={state.verified} action={button} />;
  return (
    <Finding tone="info" title="Each entry contains the hash of the previous entry" action={button}>
      {guard.data ? describeGuard(guard.data) : "Verify the hash chain to detect outside changes."}
    </Finding>
  );
}

function Verdict({ verified, action }: { verified: VerifiedChain; action: ReactNode }) {
  const { ok, recordCount, findings, head, anchor } = verified;
  const rows = formatCountOf(recordCount, "entry");
  if (!ok) {
    return (
      <Finding tone="danger" role="alert" title="The log was changed outside Baton" action={action}>
        <ul className="list-disc pl-4">
          {findings.slice(0, 10).map(({ code, path, message }) => (
            <li key={`${code} ${path}`}>
              Entry {path.slice(1)}: {message}.
            </li>
          ))}
        </ul>
        {findings.length > 10 && <p>And {formatCount(findings.length - 10)} more.</p>}
      </Finding>
    );
  }
  return (
    <Finding tone="ok" role="status" title={`${rows}, chain intact`} action={action}>
      {head && (
        <p className="[overflow-wrap:anywhere]">
          Last entry: {formatCount(head.sequence)}, hash <code>{head.hash}</code>.
        </p>
      )}
      <p>
        {anchor
          ? `Entry ${formatCount(anchor.sequence)}, which this browser saw last time, is unchanged.`
          : "This browser remembers the last entry and detects if the log is cut off or rewritten."}
      </p>
    </Finding>
  );
}

function describeGuard({ loopholes, role, owner }: RouterOutputs["audit"]["guard"]): string {
  return loopholes.length === 0
    ? `The database role ${owner} owns the log. Baton’s own role can only add entries.`
    : `Baton’s own database role (${role}) can change the log; the hash chain would show it. To prevent changes, run the SQL that the command “baton audit roles” prints.`;
}
