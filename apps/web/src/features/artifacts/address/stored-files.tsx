import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import type { RouterOutputs } from "@/server/root";

interface StoredFilesProps {
  files: RouterOutputs["manifests"]["open"]["files"];
  /** Path of the open file. */
  chosen: string | null;
  onChoose: (path: string | null) => void;
}

/** Lists the stored files of a version with the hash of their content, and opens one. */
export function StoredFiles({ files, chosen, onChoose }: StoredFilesProps) {
  return (
    <Panel aria-label="Files">
      <PanelHead title="Files" note="secrets masked" />
      <PanelBody>
        {files.length === 0 ? (
          <p className="text-text-2">The texts of its files are not stored.</p>
        ) : (
          <ul aria-label="Stored files" className="flex flex-col divide-y divide-line">
            {files.map(({ path, sha256 }) => (
              <li key={path} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                <span className="min-w-0 flex-1">
                  <code className="[overflow-wrap:anywhere]">{path}</code>
                  <code className="block text-text-3 text-xs [overflow-wrap:anywhere]">SHA-256 {sha256}</code>
                </span>
                <Button
                  size="sm"
                  aria-label={`Read ${path}`}
                  aria-pressed={chosen === path}
                  onClick={() => onChoose(chosen === path ? null : path)}
                >
                  Read
                </Button>
              </li>
            ))}
          </ul>
        )}
      </PanelBody>
    </Panel>
  );
}
