"use client";

import { Brand } from "@baton/ui/layout/brand";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel } from "@baton/ui/layout/panel";
import { Waypoints } from "lucide-react";
import type { ReactNode } from "react";
import { BatonCommand, FollowCommand } from "./commands";

/** Shown in a new installation without imported data. */
export function StartPage({ canFollowOwnSessions }: { canFollowOwnSessions: boolean }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-[560px] flex-col justify-center gap-4 p-4">
      <Brand />
      <Panel aria-label="Start" className="p-4">
        <EmptyState icon={<Waypoints aria-hidden />} title="No sessions yet">
          Point Baton at a folder of session files, or load the sample data.
        </EmptyState>
        <dl className="mx-auto grid gap-3 pb-2">
          {canFollowOwnSessions && (
            <Command
              purpose="Follow the Claude Code sessions on this machine"
              command={<FollowCommand path="~/.claude/projects" />}
            />
          )}
          <Command purpose="Follow a folder of session files" command={<FollowCommand />} />
          <Command purpose="Load the sample" command={<BatonCommand>demo</BatonCommand>} />
        </dl>
      </Panel>
    </main>
  );
}

function Command({ purpose, command }: { purpose: string; command: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-text-2">{purpose}</dt>
      <dd>{command}</dd>
    </div>
  );
}
