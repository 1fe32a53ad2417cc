"use client";

import { formatCountOf } from "@baton/ui/format/number";
import { isolateName } from "@baton/ui/format/readable-name";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useId } from "react";
import { SUGGESTED_RULES, suggestPolicy } from "@/features/policies/draft/suggest-policy";
import { addressOf } from "@/frame/pages";
import type { SavingsView } from "@/server/inputs";
import { useTRPC } from "@/trpc/client";

/** Pairs that are named. */
const FEW_PAIRS = 3;

/** Suggests a first policy to a workspace without one. Shows nothing if there is a policy or a draft. */
export function StartPolicyPanel({ workspace, view }: { workspace: string; view: SavingsView }) {
  const titleId = useId();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const showToast = useToast();
  const { range, tz } = view;
  const { data: drafts } = useQuery(trpc.policies.drafts.get.queryOptions({ workspace }));
  const { data: membership } = useQuery(trpc.workspaces.get.queryOptions({ workspace }));
  const { data: delegations = [] } = useQuery(
    trpc.overview.delegations.queryOptions({ workspace, range, tz }, { placeholderData: (last) => last }),
  );
  const save = useMutation(trpc.policies.drafts.save.mutationOptions());
  if (!drafts || drafts.draft !== null || drafts.baseline !== null) return null;
  const mayEdit = membership?.roles.some((role) => role === "editor" || role === "owner");

  const start = async () => {
    const { storeContent } = await import("@/features/policies/draft/draft-content");
    const content = storeContent(suggestPolicy());
    const saved = await save.mutateAsync({ workspace, basedOn: null, content });
    await queryClient.invalidateQueries(trpc.policies.pathFilter());
    if (!saved.ok) throw new Error("Someone else started a draft in the meantime. It is under Policies.");
    router.push(addressOf(workspace, "policies", "content"));
  };
  const fail = (error: unknown) =>
    showToast({
      tone: "danger",
      title: "The draft was not created",
      description: error instanceof Error ? error.message : undefined,
    });

  const calls = delegations.filter(({ kind }) => kind === "delegation");
  return (
    <Panel aria-labelledby={titleId}>
      <PanelHead title="Suggested first policy" titleId={titleId} note="no policy governs these agents yet" />
      <PanelBody className="flex flex-col gap-3">
        {calls.length > 0 && (
          <p className="text-text-2">
            {formatCountOf(calls.length, "pair")} of agents {calls.length === 1 ? "has" : "have"} no rule:{" "}
            {calls
              .slice(0, FEW_PAIRS)
              .map(({ fromAgent, toAgent }) => `${isolateName(fromAgent)} → ${isolateName(toAgent)}`)
              .join(", ")}
            {calls.length > FEW_PAIRS && " and others"}.
          </p>
        )}
        <ul className="flex flex-col gap-2">
          {SUGGESTED_RULES.map(({ preset, action, text }) => (
            <li key={preset} className="flex items-baseline gap-2">
              <Badge>{action}</Badge>
              <span>{text}</span>
            </li>
          ))}
        </ul>
        {mayEdit && (
          <div className="flex flex-wrap items-center gap-3">
            <Button disabled={save.isPending} onClick={() => void start().catch(fail)}>
              Create this draft
            </Button>
            <TextLink href={addressOf(workspace, "policies")}>Write your own</TextLink>
          </div>
        )}
      </PanelBody>
      <PanelFoot>
        Nothing changes until you publish the draft. Published, it only observes at first.
      </PanelFoot>
    </Panel>
  );
}
