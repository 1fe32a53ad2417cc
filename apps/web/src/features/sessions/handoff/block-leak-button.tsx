"use client";

import { isolateName } from "@baton/ui/format/readable-name";
import { Button } from "@baton/ui/primitives/button";
import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { useRouter } from "next/navigation";
import { addressOf } from "@/frame/pages";
import { useTRPC } from "@/trpc/client";

export interface BlockLeakButtonProps {
  workspace: string;
  /** The pair whose handoff leaked, and the name of the field. */
  leak: { fromAgent: string; toAgent: string; field: string };
  /** Shows only "Block it", for a row that names the pair. */
  isShort?: boolean;
}

/** Blocks a leaked field in the policy draft for the pair that leaked it, and opens the draft. */
export function BlockLeakButton({ workspace, leak, isShort = false }: BlockLeakButtonProps) {
  const { fromAgent: from, toAgent: to, field } = leak;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const showToast = useToast();
  const { data: membership } = useQuery(trpc.workspaces.get.queryOptions({ workspace }));
  const save = useMutation(trpc.policies.drafts.save.mutationOptions());
  const discard = useMutation(trpc.policies.drafts.discard.mutationOptions());
  const refresh = () => queryClient.invalidateQueries(trpc.policies.pathFilter());
  if (!membership?.roles.some((role) => role === "editor" || role === "owner")) return null;

  const block = async () => {
    const { readContent, storeContent, EMPTY_CONTENT } = await import(
      "@/features/policies/draft/draft-content"
    );
    const { blockField } = await import("@/features/policies/draft/block-field");
    const { draft, baseline } = await queryClient.fetchQuery({
      ...trpc.policies.drafts.get.queryOptions({ workspace }),
      staleTime: 0,
    });
    const stored = (draft ?? baseline)?.content;
    const read = stored ? readContent(stored) : { ok: true as const, content: EMPTY_CONTENT };
    const pair = `${isolateName(from)} → ${isolateName(to)}`;
    const blocked = read.ok ? blockField(read.content, { from, to, field }, Date.now()) : null;
    if (!blocked) {
      showToast({
        tone: "warn",
        title: read.ok ? "The draft did not change" : "The draft is not a valid policy",
        description: read.ok ? `It already blocks ${field} for ${pair}.` : "Fix it under Policies first.",
      });
      return;
    }
    const basedOn = draft?.mark ?? null;
    const saved = await save.mutateAsync({ workspace, basedOn, content: storeContent(blocked) });
    if (!saved.ok) throw new Error("Someone else changed the draft. Try again.");
    await refresh();
    const undo = async () => {
      if (draft && stored) {
        const undone = await save.mutateAsync({ workspace, basedOn: saved.mark, content: stored });
        if (!undone.ok) throw new Error("The draft was changed since. Undo it there.");
      } else await discard.mutateAsync({ workspace, ...saved.mark });
      await refresh();
      showToast({ tone: "ok", title: "Undone" });
    };
    showToast({
      tone: "ok",
      title: `The draft now blocks ${field} for ${pair}`,
      description: "The live policy changes when you publish the draft.",
      action: { label: "Undo", onSelect: () => void undo().catch(fail) },
    });
    router.push(addressOf(workspace, "policies"));
  };
  const fail = (error: unknown) =>
    showToast({
      tone: "danger",
      title: "The draft was not changed",
      description: error instanceof Error ? error.message : undefined,
    });

  const label = `Block it for ${isolateName(from)} → ${isolateName(to)}`;
  return (
    <Button
      size="sm"
      disabled={save.isPending}
      onClick={() => void block().catch(fail)}
      {...(isShort && { "aria-label": label, title: label })}
    >
      <Ban aria-hidden className="size-3.5" />
      {isShort ? "Block it" : label}
    </Button>
  );
}
