"use client";

import { type Mutation, type Query, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { isSignedOut } from "@/trpc/query-client";

/** Few sessions end while a page is open, so the note loads with the first that does. */
const SignedOutNote = dynamic(async () => (await import("./signed-out-note")).SignedOutNote, { ssr: false });

/**
 * Says that the session of the user has ended, and how to continue without losing what they typed; nothing before
 * that. Disappears with the next answer after a sign-in, in this tab or another one.
 */
export function SignedOutBanner({ workspace }: { workspace: string }) {
  const isOut = useIsSignedOut();
  return isOut && <SignedOutNote workspace={workspace} />;
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
