import { formatCount, formatDuration } from "@baton/ui/format/number";
import { CodeBlock } from "@baton/ui/layout/code-block";
import { FigureLine } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import type { RouterOutputs } from "@/server/root";
import { TextList } from "./text-list";

type Found = RouterOutputs["tasks"]["get"];

/** What came back. */
export function ResponsePanel({ response, attempt }: Pick<Found, "response" | "attempt">) {
  return (
    <Panel aria-label="Answer">
      <PanelHead title="Answer" />
      <PanelBody className="flex flex-col gap-4">
        {response ? (
          <>
            <FigureLine
              items={[
                { label: "From", value: <code>{response.agentType}</code> },
                { label: "Status", value: response.status },
                { label: "Used", value: `${formatCount(response.tokenUsage)} tokens` },
                { label: "Took", value: formatDuration(response.executionTime) },
              ]}
            />
            <TextList title="Errors" texts={response.errors ?? []} />
            <TextList title="Blockers" texts={response.blockers ?? []} />
            <TextList title="Warnings" texts={response.warnings} />
            <TextList title="Files created" texts={response.filesCreated} isCode />
            <TextList title="Files changed" texts={response.filesModified} isCode />
            <TextList title="Tests" texts={response.tests} />
            <TextList title="Exports" texts={response.exports} isCode />
            {Object.entries(response.interfaces).map(([name, text]) => (
              <section key={name} aria-label={name}>
                <h3 className="mb-1">
                  <code>{name}</code>
                </h3>
                <CodeBlock label={`${name}, as it came back`}>{text}</CodeBlock>
              </section>
            ))}
          </>
        ) : (
          <p className="text-text-2">{explainMissing(attempt)}</p>
        )}
      </PanelBody>
    </Panel>
  );
}

function explainMissing({ status, isSent, isAccepted, responseText }: Found["attempt"]): string {
  if (responseText !== null)
    return "What came back has not the shape of an answer; the findings say what it lacks.";
  if (status !== null) return `It says ${status}; the answer itself is not kept.`;
  if (isSent) return "None has come yet.";
  return isAccepted === false ? "It was refused before it was sent." : "It was not sent yet.";
}
