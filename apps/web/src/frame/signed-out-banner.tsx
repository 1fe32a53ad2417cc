"use client";

import { TextLink } from "@baton/ui/primitives/text-link";
import { type Mutation, type Query, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useEffect, useState } from "react";
import { isSignedOut } from "@/trpc/query-client";
import { addressOf, withQuery } from "./pages";

/**
 * Says that the session of the user has ended, and how to continue without losing what they typed; nothing before
 * that. Disappears with the next answer after a sign-in, in this tab or another one.
 */
export function SignedOutBanner({ workspace }: { workspace: string }) {
  const isOut = useIsSignedOut();
  if (!isOut) return null;
  return (
    <p
      role="alert"
      className="flex flex-wrap items-center gap-2 border-warn-line border-b bg-warn-soft px-6 py-2 text-sm max-md:px-4"
    >
      <LogOut className="size-4 flex-none text-warn" aria-hidden />
      <span>You are signed out. Nothing you typed is lost:</span>
      <TextLink
        href={withQuery("/sign-in", { next: addressOf(workspace, "overview") })}
        target="_blank"
        className="font-medium underline"
      >
        sign in in a new tab
      </TextLink>
      <span>and return to this one.</span>
    </p>
  );
}

/** Follows all requests of the tab: true from a refusal for lack of a session until the next answer. */
function useIsSignedOut(): boolean {
  const client = useQueryClient();
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    const follow = ({ state }: Query | Mutation, outcome: string) => {
      if (outcome === "success") setOut(false);
      else if (outcome === "error" && isSignedOut(state.error)) setOut(true);
    };
    const stops = [
      client.getQueryCache().subscribe((event) => {
        if (event.type === "updated") follow(event.query, event.action.type);
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === "updated") follow(event.mutation, event.action.type);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
  useEffect(() => {
    if (!isOut) return;
    const ask = () => void client.invalidateQueries();
    window.addEventListener("focus", ask);
    return () => window.removeEventListener("focus", ask);
  }, [client, isOut]);
  return isOut;
}
