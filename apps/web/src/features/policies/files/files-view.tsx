"use client";

import type { PolicyEditor } from "../editor/use-policy-editor";
import { ExportPanel } from "./export-panel";
import { ImportPanel } from "./import-panel";

/**
 * Imports and exports the files of a policy: `governance_policies.json`, and the switch in
 * `system_config.json`.
 */
export function FilesView({ editor }: { editor: PolicyEditor }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,340px)]">
      {editor.may.edit && <ImportPanel editor={editor} />}
      <ExportPanel editor={editor} />
    </div>
  );
}
