import { DataTable } from "@baton/ui/data-table/data-table";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { documentColumns } from "./document-columns";

type VersionsPanelProps = {
  workspace: string;
  documentId: string;
  versions: RouterOutputs["documents"]["get"]["versions"];
};

const SHOWN: readonly string[] = ["written", "document", "score", "found"];

/** Lists the past contents of the same file, newest first. */
export function VersionsPanel({ workspace, documentId, versions }: VersionsPanelProps) {
  const timeZone = useTimeZone();
  if (versions.length < 2) return null;
  return (
    <Panel aria-label="Versions">
      <PanelHead title="Versions" note="same file" />
      <DataTable
        caption="Versions of this document (newest first)"
        columns={documentColumns(timeZone).filter(({ id }) => SHOWN.includes(id))}
        rows={versions}
        keyOf={(version) => version.documentId}
        hrefOf={(version) => addressOf(workspace, "documents", version.documentId)}
        selectedKey={documentId}
        isCompact
        maxHeight={360}
      />
    </Panel>
  );
}
