import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";

/** Shows the document as text, initially collapsed. */
export function DocumentPanel({ text }: { text: string | null }) {
  return (
    <Panel aria-label="Document">
      <PanelHead title="Document" note="as written in its file, secrets masked" />
      <PanelBody>
        {text === null ? (
          <p className="text-text-2">Not available: content storage is off.</p>
        ) : (
          <details>
            <summary className="cursor-pointer text-accent">Show the JSON</summary>
            <pre className="mt-2 overflow-x-auto whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
              {indentJson(text)}
            </pre>
          </details>
        )}
      </PanelBody>
    </Panel>
  );
}

/** Indents JSON; returns other text unchanged. */
function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
