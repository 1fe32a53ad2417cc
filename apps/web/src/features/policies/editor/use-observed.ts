"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";
import type { ObservedField } from "../rule/observed-fields";

/** Data observed in handoffs; null while unknown, and before the first handoff: then each name would be unseen. */
export interface Seen {
  /** Busiest first. */
  readonly agents: readonly string[] | null;
  readonly fields: readonly ObservedField[] | null;
}

/** Returns the agents and fields in the handoffs of a workspace. */
export function useObserved(workspace: string): Seen {
  const trpc = useTRPC();
  const { data: agents = null } = useQuery(trpc.policies.seen.agents.queryOptions({ workspace }));
  const { data: fields = null } = useQuery(trpc.policies.seen.fields.queryOptions({ workspace }));
  return { agents: orNull(agents), fields: orNull(fields) };
}

function orNull<Item>(items: readonly Item[] | null): readonly Item[] | null {
  return items?.length ? items : null;
}
