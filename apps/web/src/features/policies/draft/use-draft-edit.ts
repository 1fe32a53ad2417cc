"use client";

import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/trpc/client";
import type { DraftContent } from "./draft-content";

/** One change of the draft, made from another page than the editor. */
interface DraftEdit {
  /**
   * Returns the changed content and the page to open afterwards; null if the content has the change already, or is not
   * a valid policy.
   */
  edit: (content: DraftContent) => Promise<{ content: DraftContent; href: string } | null>;
  /** Titles of the messages after the change, and the explanation if nothing changed. */
  done: string;
  unchanged: string;
}

/**
 * Changes the policy draft, or a new one of the live policy, and opens the editor. The message about it can undo the
 * change.
 *
 * @returns null for users who may not edit the draft.
 */
export function useDraftEdit(workspace: string): {
  isPending: boolean;
  change: (edit: DraftEdit) => void;
} | null {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const showToast = useToast();
  const { data: membership } = useQuery(trpc.workspaces.get.queryOptions({ workspace }));
  const save = useMutation(trpc.policies.drafts.save.mutationOptions());
  const discard = useMutation(trpc.policies.drafts.discard.mutationOptions());
  const refresh = () => queryClient.invalidateQueries(trpc.policies.pathFilter());
  if (!membership?.roles.some((role) => role === "editor" || role === "owner")) return null;

  const change = async ({ edit, done, unchanged }: DraftEdit) => {
    const { readContent, storeContent, EMPTY_CONTENT } = await import("./draft-content");
    const { draft, baseline } = await queryClient.fetchQuery({
      ...trpc.policies.drafts.get.queryOptions({ workspace }),
      staleTime: 0,
    });
    const stored = (draft ?? baseline)?.content;
    const read = stored ? readContent(stored) : { ok: true as const, content: EMPTY_CONTENT };
    const changed = read.ok ? await edit(read.content) : null;
    if (!changed) {
      showToast({
        tone: "warn",
        title: read.ok ? "The draft did not change" : "The draft is not a valid policy",
        description: read.ok ? unchanged : "Fix it under Policies first.",
      });
      return;
    }
    const basedOn = draft?.mark ?? null;
    const saved = await save.mutateAsync({ workspace, basedOn, content: storeContent(changed.content) });
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
      title: done,
      description: "The live policy changes when you publish the draft.",
      action: { label: "Undo", onSelect: () => void undo().catch(fail) },
    });
    router.push(changed.href);
  };
  const fail = (error: unknown) =>
    showToast({
      tone: "danger",
      title: "The draft was not changed",
      description: error instanceof Error ? error.message : undefined,
    });
  return { isPending: save.isPending, change: (edit) => void change(edit).catch(fail) };
}
