import { formatCount, formatDuration } from "@baton/ui/format/number";
import { CodeBlock } from "@baton/ui/layout/code-block";
import { MetricLine } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Name } from "@baton/ui/primitives/name";
import type { RouterOutputs } from "@/server/root";
import { MoreInterfaces } from "./interfaces-panel";
import { TextList } from "./text-list";

type Found = RouterOutputs["tasks"]["get"];

/** Shows the response. */
export function ResponsePanel({ found: { response, responseState, attempt } }: { found: Found }) {
  return (
    <Panel aria-label="Response">
      <PanelHead title="Response" />
      <PanelBody className="flex flex-col gap-4">
        {response ? (
          <>
            <MetricLine
              items={[
                { label: "From", value: <code>{response.agentType}</code> },
                { label: "Status", value: response.status },
                { label: "Used", value: `${formatCount(response.tokenUsage)} tokens` },
                { label: "Took", value: formatDuration(response.executionTime) },
              ]}
            />
            <TextList title="Errors" texts={response.errors} />
            <TextList title="Blockers" texts={response.blockers} />
            <TextList title="Warnings" texts={response.warnings} />
            <TextList title="Files created" texts={response.filesCreated} isCode />
            <TextList title="Files changed" texts={response.filesModified} isCode />
            <TextList title="Tests" texts={response.tests} />
            <TextList title="Exports" texts={response.exports} isCode />
            {response.interfaces.first.map(({ name, text }) => (
              <section key={name} aria-label={name}>
                <h3 className="mb-1">
                  <Name isCode>{name}</Name>
                </h3>
                <CodeBlock label={`${name}, as received`}>{text}</CodeBlock>
              </section>
            ))}
            <MoreInterfaces of={response.interfaces} />
          </>
        ) : (
          <p className="text-text-2">{explainMissing(responseState, attempt)}</p>
        )}
      </PanelBody>
    </Panel>
  );
}

function explainMissing(
  state: Found["responseState"],
  { status, isSent, isAccepted }: Found["attempt"],
): string {
  if (state === "too_large") return "Too large to display. Open the event.";
  if (state === "of_other_shape") return "Not a valid task response. See the findings.";
  if (status !== null) return `Status: ${status}. The response content is not stored.`;
  if (isSent) return "No response yet.";
  return isAccepted === false ? "Rejected before sending." : "Not sent yet.";
}
