import { DownloadMenu } from "@/frame/download-menu";
import { addressOf } from "@/frame/pages";
import type { RouterInputs } from "@/server/root";

const FORMATS = [
  { format: "csv", label: "These entries (CSV)" },
  { format: "jsonl", label: "All entries with hashes (JSON lines)" },
];

/**
 * Downloads the log: the listed entries for a spreadsheet, or
 * all entries with their chain for verification.
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
