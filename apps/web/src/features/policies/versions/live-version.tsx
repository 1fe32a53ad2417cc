"use client";

import { formatCountOf } from "@baton/ui/format/number";
import { Badge } from "@baton/ui/primitives/badge";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { addressOf } from "@/frame/pages";
import { useTRPC } from "@/trpc/client";
import type { PolicyEditor } from "../editor/use-policy-editor";
import { RollBackButton } from "./roll-back-button";

/** In milliseconds. A client that asked since then counts as running. */
const RUNNING = 5 * 60_000;
const REFETCH_MILLISECONDS = 15_000;

/** Names the live version, how many running clients do not use it, and a button that returns to the one before. */
export function LiveVersion({ editor }: { editor: PolicyEditor }) {
  const { workspace, live } = editor;
  const { data: clients } = useQuery(
    useTRPC().policies.clients.queryOptions({ workspace }, { refetchInterval: REFETCH_MILLISECONDS }),
  );
  if (live?.number == null) return null;
  const { number } = live;
  const behind = clients?.filter(
    ({ isCurrent, lastSeenAt }) => !isCurrent && Date.now() - lastSeenAt.getTime() < RUNNING,
  );
  return (
    <>
      <TextLink href={addressOf(workspace, "policies", "versions", `${number}`)}>v{number} is live</TextLink>
      {behind && behind.length > 0 && (
        <Badge tone="warn" icon={<TriangleAlert aria-hidden />}>
          <TextLink href={addressOf(workspace, "policies", "versions")}>
            {formatCountOf(behind.length, "client")} not on it
          </TextLink>
        </Badge>
      )}
      {number > 1 && <RollBackButton editor={editor} to={{ number: number - 1 }} size="sm" />}
    </>
  );
}
