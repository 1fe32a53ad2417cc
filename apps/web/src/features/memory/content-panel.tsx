"use client";

import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Name } from "@baton/ui/primitives/name";
import { Select } from "@baton/ui/primitives/select";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BlockFieldButton } from "@/features/sessions/handoff/block-field-button";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { describeValue } from "./memory-columns";

/** Rules about memories name this agent as the sender. */
const MEMORY_AGENT = "memory";

type Found = RouterOutputs["memory"]["get"];

/** Shows the fields of a memory, and blocks one for an agent in the policy draft. */
export function ContentPanel({
  workspace,
  content,
  reads,
}: {
  workspace: string;
  content: Found["memory"]["content"];
  reads: Found["reads"];
}) {
  const seen = useQuery(useTRPC().policies.seen.agents.queryOptions({ workspace }));
  const names = [...reads.map(({ agent }) => agent), ...(seen.data ?? [])];
  const agents = [...new Set(names)].filter((agent) => agent !== MEMORY_AGENT);
  const [chosen, setChosen] = useState<string>();
  const agent = chosen ?? agents[0];
  return (
    <Panel aria-label="Content">
      <PanelHead
        title="Content"
        actions={
          agent !== undefined && (
            <div className="flex items-center gap-2 text-sm text-text-2">
              <span aria-hidden className="whitespace-nowrap">
                Block for agent
              </span>
              <Select
                aria-label="Block for agent"
                className="w-44"
                options={agents.map((value) => ({ value, label: value }))}
                value={agent}
                onValueChange={setChosen}
              />
            </div>
          )
        }
      />
      <PanelBody>
        <ul aria-label="Fields" className="flex flex-col divide-y divide-line">
          {Object.entries(content).map(([field, value]) => (
            <li key={field} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-2.5">
              <span className="w-32 shrink-0 pt-1">
                <Name isCode>{field}</Name>
              </span>
              <span className="min-w-40 flex-1 whitespace-pre-wrap pt-1 [overflow-wrap:anywhere]">
                {describeValue(value)}
              </span>
              {agent !== undefined && (
                <BlockFieldButton
                  workspace={workspace}
                  flow={{ fromAgent: MEMORY_AGENT, toAgent: agent, field }}
                  look="short"
                />
              )}
            </li>
          ))}
        </ul>
      </PanelBody>
    </Panel>
  );
}
