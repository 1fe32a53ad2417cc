import { pathBelow } from "@baton/core/internal";
import { KeyValues, type KeyValuesProps } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Name } from "@baton/ui/primitives/name";

/** Shows the location of an artifact's file, more about it, and its hash. */
export function FileDetailsPanel({
  file: { path, projectRoot, sha256 },
  items,
}: {
  file: { path: string; projectRoot: string; sha256: string };
  items: KeyValuesProps["items"];
}) {
  const name = (
    <Name isCode isWhole>
      {pathBelow(path, projectRoot)}
    </Name>
  );
  return (
    <Panel aria-label="Details">
      <PanelHead title="Details" />
      <PanelBody>
        <KeyValues
          labelWidth={92}
          items={[
            { label: "File", value: name },
            { label: "Project", value: <code>{projectRoot}</code> },
            ...items,
            { label: "SHA-256", value: <code title={sha256}>{sha256.slice(0, 12)}</code> },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
