"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";
import { BatonCommand, FollowCommand } from "./commands";

/**
 * Explains the sample workspace at the top of its pages: what it is, how to remove it, and how to import own
 * sessions.
 */
export function SampleBanner() {
  const { data: canFollow } = useQuery(useTRPC().workspaces.canFollowOwnSessions.queryOptions());
  return (
    <section
      aria-label="Sample data"
      className="flex flex-wrap gap-x-4 gap-y-1 border-accent-line border-b bg-accent-soft px-6 py-2 text-sm max-md:px-4"
    >
      <p>
        <b>This is sample data.</b> To remove it: <BatonCommand>demo --remove</BatonCommand>
      </p>
      {canFollow && (
        <p>
          This machine has Claude Code sessions. To follow them: <FollowCommand path="~/.claude/projects" />
        </p>
      )}
    </section>
  );
}
