import { DownloadMenu } from "@/frame/download-menu";
import { addressOf } from "@/frame/pages";
import type { RouterInputs } from "@/server/root";

const FORMATS = [
  { format: "csv", label: "These entries (CSV)" },
  { format: "jsonl", label: "All entries with hashes (JSON lines)" },
];

/**
 * The log as a file: the rows that are listed for a spreadsheet, or
 * all with their chain for whoever verifies it.
 */
export function ExportMenu({ input: { workspace, ...filter } }: { input: RouterInputs["audit"]["list"] }) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (typeof value === "string") query.set(name, value);
  return (
    <DownloadMenu
      label="Export"
      href={`${addressOf(workspace, "audit", "export")}?${query}`}
      formats={FORMATS}
    />
  );
}
