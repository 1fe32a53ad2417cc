import { DownloadMenu } from "@/frame/download-menu";
import { addressOf } from "@/frame/pages";

const FORMATS = [
  { format: "html", label: "HTML report" },
  { format: "json", label: "JSON" },
];

/** Downloads the audit of a session as a file that can be read and verified without Baton. */
export function ExportMenu({ workspace, session }: { workspace: string; session: string }) {
  const href = addressOf(workspace, "sessions", session, "export");
  return <DownloadMenu label="Export audit" href={href} formats={FORMATS} />;
}
