"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTRPC } from "@/trpc/client";
import type { DraftStore } from "../draft/draft-store";
import { type PolicyEditor, PolicyEditorProvider } from "./use-policy-editor";

export type PolicyEditorFrameProps = Pick<PolicyEditor, "workspace" | "may"> & { children: ReactNode };

/**
 * Wraps the policy pages and keeps the draft during navigation between them. The editing code loads after the
 * first paint; until then, pages show the live policy.
 */
export function PolicyEditorFrame({ workspace, may, children }: PolicyEditorFrameProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // Announcements refetch it when another user saves, reviews or publishes.
  const { data: answer } = useQuery(trpc.policies.drafts.get.queryOptions({ workspace }));
  const { mutateAsync: save } = useMutation(
    trpc.policies.drafts.save.mutationOptions({
      retry: false,
      // A pending response is older than the saved draft, so drop it and refetch.
      onSuccess: () => {
        void queryClient.invalidateQueries(trpc.policies.drafts.get.queryFilter({ workspace }));
        void queryClient.invalidateQueries(trpc.policies.publications.check.queryFilter());
      },
    }),
  );
  const opened = useRef<DraftStore>(null);
  const [state, setState] = useState<Pick<PolicyEditor, "store" | "live" | "outdated"> | null>(null);

  useEffect(() => {
    if (!answer) return;
    let isWanted = true;
    void import("./open-editor").then(({ openDraft, followServer, readLive, readOutdated }) => {
      if (!isWanted) return;
      if (opened.current) followServer(opened.current, answer);
      else opened.current = openDraft(workspace, answer, save);
      setState({ store: opened.current, live: readLive(answer), outdated: readOutdated(answer) });
    });
    return () => {
      isWanted = false;
    };
  }, [workspace, answer, save]);

  // The browser keeps unsaved edits, but save them on leaving too, and on the return from a sign-in in another tab.
  useEffect(() => {
    const keep = () => opened.current?.rest();
    const retry = () => opened.current?.retry();
    window.addEventListener("pagehide", keep);
    window.addEventListener("focus", retry);
    return () => {
      window.removeEventListener("pagehide", keep);
      window.removeEventListener("focus", retry);
      void opened.current?.save();
    };
  }, []);

  const editor = useMemo(
    (): PolicyEditor | null => state && { workspace, ...state, may },
    [workspace, state, may],
  );
  return <PolicyEditorProvider value={editor}>{children}</PolicyEditorProvider>;
}
