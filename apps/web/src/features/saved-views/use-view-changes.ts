"use client";

import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ViewPage, ViewParams } from "@/server/inputs";
import type { RouterInputs, RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

type View = RouterOutputs["savedViews"]["list"][number];

/**
 * Provides the changes of a page's saved views. Each appears before the server confirms it, and is rolled back if
 * the server refuses; a removal can be undone from its message.
 */
export function useViewChanges(workspace: string, page: ViewPage) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const key = trpc.savedViews.list.queryKey({ workspace, page });
  /** Shows a change at once and returns the previous state. */
  const show = async (change: (views: View[]) => View[]) => {
    await queryClient.cancelQueries({ queryKey: key });
    const before = queryClient.getQueryData(key);
    queryClient.setQueryData(key, (views) => views && change(views));
    return { before };
  };
  const options = {
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
    onError: (_error: unknown, _input: unknown, shown: { before: View[] | undefined } | undefined) => {
      queryClient.setQueryData(key, shown?.before);
    },
  };
  const save = useMutation(
    trpc.savedViews.save.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
    }),
  );
  const rename = useMutation(
    trpc.savedViews.rename.mutationOptions({
      ...options,
      onMutate: ({ view, name }: RouterInputs["savedViews"]["rename"]) =>
        show((views) => views.map((each) => (each.viewId === view ? { ...each, name } : each))),
    }),
  );
  const remove = useMutation(
    trpc.savedViews.remove.mutationOptions({
      ...options,
      onMutate: ({ view }: RouterInputs["savedViews"]["remove"]) =>
        show((views) => views.filter(({ viewId }) => viewId !== view)),
    }),
  );
  const setDefault = useMutation(
    trpc.savedViews.setDefault.mutationOptions({
      ...options,
      onMutate: ({ view }: RouterInputs["savedViews"]["setDefault"]) =>
        show((views) => views.map((each) => ({ ...each, isDefault: each.viewId === view }))),
    }),
  );
  const fail = (title: string) => (failure: unknown) =>
    showToast({ tone: "danger", title, description: messageOf(failure) });
  const restore = async ({ name, params, isPrivate, isDefault }: View) => {
    try {
      const { view } = await save.mutateAsync({ workspace, page, name, params, isPrivate });
      if (isDefault) await setDefault.mutateAsync({ workspace, view });
      showToast({ tone: "ok", title: `“${name}” restored` });
    } catch (failure) {
      fail(`Could not restore “${name}”`)(failure);
    }
  };
  return {
    /** Returns the reason of a failure, or null. */
    save: async (name: string, params: ViewParams, isPrivate: boolean): Promise<string | null> => {
      try {
        await save.mutateAsync({ workspace, page, name, params, isPrivate });
        showToast({
          tone: "ok",
          title: `Saved “${name}”`,
          description: isPrivate ? "Only you see it." : "Visible to everyone in this workspace.",
        });
        return null;
      } catch (failure) {
        return messageOf(failure);
      }
    },
    rename: async ({ viewId }: View, name: string): Promise<string | null> => {
      try {
        await rename.mutateAsync({ workspace, view: viewId, name });
        return null;
      } catch (failure) {
        return messageOf(failure);
      }
    },
    remove: (view: View) =>
      remove.mutate(
        { workspace, view: view.viewId },
        {
          onError: fail(`Could not remove “${view.name}”`),
          onSuccess: () =>
            showToast({
              tone: "ok",
              title: `Removed “${view.name}”`,
              action: { label: "Undo", onSelect: () => void restore(view) },
            }),
        },
      ),
    setDefault: (view: View | null) =>
      setDefault.mutate(
        { workspace, view: view?.viewId ?? null },
        {
          onError: fail("Could not change the default"),
          onSuccess: () =>
            showToast({
              tone: "ok",
              title: view
                ? `“${view.name}” is now the workspace default`
                : "The workspace has no default view",
            }),
        },
      ),
  };
}

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
