import { pathBelow } from "@baton/core/internal";
import { formatDateTime } from "@baton/ui/format/time";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Name } from "@baton/ui/primitives/name";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";

/** Shows the manifest's location, and the time of the last check. */
export function AboutPanel({ manifest }: { manifest: RouterOutputs["manifests"]["get"]["manifest"] }) {
  const timeZone = useTimeZone();
  const { path, projectRoot, sha256, checkedAt } = manifest;
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
            { label: "Checked", value: formatDateTime(checkedAt, timeZone) },
            { label: "SHA-256", value: <code title={sha256}>{sha256.slice(0, 12)}</code> },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
