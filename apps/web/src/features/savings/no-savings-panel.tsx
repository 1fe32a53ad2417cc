"use client";

import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel } from "@baton/ui/layout/panel";
import { TextLink } from "@baton/ui/primitives/text-link";
import { addressOf } from "@/frame/pages";

/** Explains to a workspace without policy decisions how savings start. */
export function NoSavingsPanel({ workspace }: { workspace: string }) {
  return (
    <Panel aria-label="Savings">
      <EmptyState
        title="No savings yet"
        actions={
          <>
            <TextLink href={addressOf(workspace, "policies")}>Write a policy</TextLink>
            <TextLink href={addressOf(workspace, "usage")}>See what agents used</TextLink>
          </>
        }
      >
        Savings are the tokens that a policy keeps from agents. No recorded handoff has had a policy.
      </EmptyState>
    </Panel>
  );
}
