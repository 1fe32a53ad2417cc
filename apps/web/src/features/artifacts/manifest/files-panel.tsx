import type { FileOnDisk } from "@baton/core/manifest";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatBytes, formatCount } from "@baton/ui/format/number";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { TextLink } from "@baton/ui/primitives/text-link";
import type { RouterOutputs } from "@/server/root";

type Files = RouterOutputs["manifests"]["get"]["files"];
type FileRow = NonNullable<Files>["first"][number];

/**
 * Shows the files that it names, as found on disk, required reading first, with links to the stored texts.
 *
 * @param props.hrefOf the address of a file.
 */
export function FilesPanel({ files, hrefOf }: { files: Files; hrefOf: (path: string) => string }) {
  const rows = files?.first ?? [];
  const cut = files && files.count > rows.length && `, the first ${formatCount(rows.length)}`;
  return (
    <Panel aria-label="Files">
      <PanelHead title="Files" note={`files named in the manifest${cut || ""}`} />
      {rows.length === 0 ? (
        <PanelBody className="text-text-2">
          {files ? "The manifest names no files that Baton can open." : "Baton did not check its files."}
        </PanelBody>
      ) : (
        <DataTable
          caption="Files that the manifest names, required reading first"
          columns={listColumns(hrefOf)}
          rows={rows}
          keyOf={({ file }) => file.path}
          isCompact
          maxHeight={420}
        />
      )}
    </Panel>
  );
}

const listColumns = (hrefOf: (path: string) => string): Column<FileRow>[] => [
  {
    id: "file",
    header: "File",
    cell: ({ file, description, sha256 }) => (
      <span className="block max-w-[48ch] max-sm:max-w-[42vw]">
        {sha256 === null ? (
          <code className="block truncate" title={file.path}>
            {file.path}
          </code>
        ) : (
          <TextLink href={hrefOf(file.path)} className="block truncate" title={file.path}>
            <code>{file.path}</code>
          </TextLink>
        )}
        {description && <span className="block truncate text-sm text-text-2">{description}</span>}
      </span>
    ),
  },
  {
    id: "use",
    header: "Use",
    cell: ({ uses }) => (uses.includes("required") ? <Badge tone="accent">required</Badge> : uses.join(", ")),
  },
  {
    id: "tokens",
    header: "Tokens",
    isNumeric: true,
    cell: ({ file }) => (file.state === "counted" ? formatCount(file.tokens) : <NotCounted file={file} />),
  },
  {
    id: "bytes",
    header: "Size",
    isNumeric: true,
    isSecondary: true,
    cell: ({ file }) => ("bytes" in file ? formatBytes(file.bytes) : ""),
  },
];

function NotCounted({ file }: { file: Exclude<FileOnDisk, { state: "counted" }> }) {
  if (file.state === "outside") return <Badge tone="danger">outside the project, not opened</Badge>;
  if (file.state === "unavailable") return <Badge tone="danger">{file.reason}</Badge>;
  return <Badge tone="warn">{file.cause === "too_large" ? "too large to count" : "not text"}</Badge>;
}
