import { formatDateTime } from "@baton/ui/format/time";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { StalenessBadge } from "./badges";

type Document = RouterOutputs["documents"]["get"]["document"];

/** Shows how much the project has changed since the document was written, with the reasons. */
export function StalenessPanel({ document }: { document: Document }) {
  const timeZone = useTimeZone();
  const { staleness, stalenessReasons, commit, branch, checkedAt } = document;
  return (
    <Panel aria-label="Staleness">
      <PanelHead title="Staleness" actions={<StalenessBadge staleness={staleness} />} />
      <PanelBody className="flex flex-col gap-3">
        {stalenessReasons.length > 0 ? (
          <ul className="flex list-disc flex-col gap-1 pl-5 [overflow-wrap:anywhere]">
            {stalenessReasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        ) : (
          <p className="text-text-2">
            {staleness === null ? "Git did not respond in time." : "No changes since."}
          </p>
        )}
        <KeyValues
          labelWidth={92}
          items={[
            { label: "Commit", value: commit === null ? "not named" : <code>{commit}</code> },
            ...(branch === null ? [] : [{ label: "Branch", value: <code>{branch}</code> }]),
            { label: "Checked", value: formatDateTime(checkedAt, timeZone) },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
