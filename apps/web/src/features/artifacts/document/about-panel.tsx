import { pathBelow } from "@baton/core/internal";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Name } from "@baton/ui/primitives/name";
import type { RouterOutputs } from "@/server/root";

/** Shows the document's location, predecessor and hash. */
export function AboutPanel({ document }: { document: RouterOutputs["documents"]["get"]["document"] }) {
  const { path, projectRoot, predecessor, sha256 } = document;
  return (
    <Panel aria-label="Details">
      <PanelHead title="Details" />
      <PanelBody>
        <KeyValues
          labelWidth={92}
          items={[
            {
              label: "File",
              value: (
                <Name isCode isWhole>
                  {pathBelow(path, projectRoot)}
                </Name>
              ),
            },
            { label: "Project", value: <code>{projectRoot}</code> },
            { label: "Continues from", value: predecessor === null ? "none" : <code>{predecessor}</code> },
            { label: "SHA-256", value: <code title={sha256}>{sha256.slice(0, 12)}</code> },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
