"use client";

import { Button } from "@baton/ui/primitives/button";
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useTRPC } from "@/trpc/client";
import { CopiedBatonCommand, CopiedFollowCommand } from "./commands";

const HIDDEN_AS = "baton.sample-banner-hidden";
const listeners = new Set<() => void>();

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

function hide(): void {
  localStorage.setItem(HIDDEN_AS, "yes");
  for (const listener of listeners) listener();
}

/**
 * Explains the sample workspace at the top of its pages until this browser hides it: what it is, how to remove it, and
 * how to import own sessions.
 */
export function SampleBanner() {
  const { data: canFollow } = useQuery(useTRPC().workspaces.canFollowOwnSessions.queryOptions());
  const isHidden = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(HIDDEN_AS) !== null,
    () => false,
  );
  if (isHidden) return null;
  return (
    <section
      aria-label="Sample data"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-accent-line border-b bg-accent-soft px-6 py-2 text-sm max-md:px-4"
    >
      <p>
        <b>This is sample data.</b> To remove it: <CopiedBatonCommand>demo --remove</CopiedBatonCommand>
      </p>
      {canFollow && (
        <p>
          This machine has Claude Code sessions. To follow them:{" "}
          <CopiedFollowCommand path="~/.claude/projects" />
        </p>
      )}
      <Button size="sm" variant="ghost" className="ml-auto" onClick={hide}>
        Hide
      </Button>
    </section>
  );
}
