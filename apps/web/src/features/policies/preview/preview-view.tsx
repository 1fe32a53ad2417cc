"use client";

import { isolateName } from "@baton/ui/format/readable-name";
import { formatDateTime } from "@baton/ui/format/time";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Field } from "@baton/ui/primitives/field";
import { Textarea } from "@baton/ui/primitives/input";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { Select } from "@baton/ui/primitives/select";
import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryStates } from "nuqs";
import { useState } from "react";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { useObserved } from "../editor/use-observed";
import { type PolicyEditor, useDraftAtRest } from "../editor/use-policy-editor";
import { AgentField, namedAgent } from "../rule/agent-field";
import { ContentPreviewPanel } from "./content-preview";
import { OutlinePreviewPanel } from "./outline-preview";

const SOURCES = [
  { value: "past", label: "A past handoff" },
  { value: "pasted", label: "Pasted JSON" },
] as const;

/** The previewed handoff in the address, so that a handoff's page can link to it. */
const previewParams = { session: parseAsString, handoff: parseAsString };

/** Shows a context before and after the draft, from a recorded handoff or pasted by the user. */
export function PreviewView({ editor }: { editor: PolicyEditor }) {
  const { workspace, store } = editor;
  const { draft, policy } = useDraftAtRest(store);
  const { agents } = useObserved(workspace);
  const [source, setSource] = useState<"past" | "pasted">("past");
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const [{ session, handoff: eventId }, setHandoff] = useQueryStates(previewParams);
  const [text, setText] = useState("");
  const timeZone = useTimeZone();
  const pair = { from: namedAgent(from), to: namedAgent(to) };
  const { data: recent = [] } = useQuery(useTRPC().policies.seen.recent.queryOptions({ workspace, ...pair }));
  const listed = recent.find((handoff) => handoff.eventId === eventId);
  const linked = session !== null && eventId !== null ? { sessionId: session, eventId } : null;
  const chosen = listed ?? linked ?? recent[0];
  // Other agents have other handoffs.
  const choose = (set: (agent: string | null) => void) => (agent: string | null) => {
    set(agent);
    void setHandoff({ session: null, handoff: null });
  };
  return (
    <>
      <Panel aria-label="Preview">
        <PanelHead
          title="Preview"
          note="context the receiver gets with the draft enforced"
          actions={
            <SegmentedControl label="Preview" options={SOURCES} value={source} onValueChange={setSource} />
          }
        />
        <PanelBody className="flex flex-col gap-3">
          <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
            <AgentField label="From" agent={from} agents={agents ?? []} onAgentChange={choose(setFrom)} />
            <AgentField label="To" agent={to} agents={agents ?? []} onAgentChange={choose(setTo)} />
          </div>
          {source === "past" ? (
            <Field label="Handoff" hint="the latest 50">
              <Select
                options={[
                  ...(linked && !listed ? [{ value: linked.eventId, label: "The handoff of the link" }] : []),
                  ...recent.map((handoff) => ({
                    value: handoff.eventId,
                    label: `${isolateName(handoff.fromAgent)} → ${isolateName(handoff.toAgent)}, ${formatDateTime(handoff.occurredAt, timeZone)}`,
                  })),
                ]}
                value={chosen?.eventId}
                onValueChange={(value) => {
                  const next = recent.find((handoff) => handoff.eventId === value);
                  if (next) setHandoff({ session: next.sessionId, handoff: next.eventId });
                }}
                placeholder="No handoff between these agents"
              />
            </Field>
          ) : (
            <Field
              label="Context"
              help={
                policy.content_rules.some(({ detector }) => detector === "secret")
                  ? "The JSON stays in this browser. Rules for secrets are not applied here."
                  : "The JSON stays in this browser."
              }
            >
              <Textarea
                rows={8}
                spellCheck={false}
                className="font-mono text-sm"
                placeholder={
                  '{ "prior_outputs": { "agent": { … } }, "observations": [ … ], "original_input": { … } }'
                }
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            </Field>
          )}
        </PanelBody>
      </Panel>
      {source === "past" && chosen && (
        <OutlinePreviewPanel
          workspace={workspace}
          policy={policy}
          sessionId={chosen.sessionId}
          eventId={chosen.eventId}
        />
      )}
      {source === "pasted" && text.trim() !== "" && from !== null && to !== null && (
        <ContentPreviewPanel content={draft.content} from={from} to={to} text={text} />
      )}
      {source === "pasted" && (from === null || to === null) && (
        <p className="text-text-2">Select two agents to see what passes between them.</p>
      )}
    </>
  );
}
