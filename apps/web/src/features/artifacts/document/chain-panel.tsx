import { DataTable } from "@baton/ui/data-table/data-table";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { FindingList } from "@/features/artifacts/finding/finding-list";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { documentColumns } from "./document-columns";

type ChainPanelProps = {
  workspace: string;
  documentId: string;
  chain: RouterOutputs["documents"]["get"]["chain"];
};

const SHOWN: readonly string[] = ["document", "score", "staleness", "written"];

/** Lists the chain of documents, newest first: the order in which a successor reads them. */
export function ChainPanel({ workspace, documentId, chain: { documents, findings } }: ChainPanelProps) {
  const timeZone = useTimeZone();
  if (documents.length < 2 && findings.length === 0) return null;
  return (
    <Panel aria-label="Chain">
      <PanelHead title="Chain" note="newest first, in the order the next agent reads them" />
      {findings.length > 0 && (
        <PanelBody className="flex flex-col gap-3">
          <FindingList findings={findings.map((finding) => ({ ...finding, path: "" }))} />
        </PanelBody>
      )}
      <DataTable
        caption="Chain of handoff documents (newest first)"
        columns={documentColumns(timeZone).filter(({ id }) => SHOWN.includes(id))}
        rows={documents}
        keyOf={(document) => document.documentId}
        hrefOf={(document) => addressOf(workspace, "documents", document.documentId)}
        selectedKey={documentId}
        isCompact
      />
    </Panel>
  );
}
