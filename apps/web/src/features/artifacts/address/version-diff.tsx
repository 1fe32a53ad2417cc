"use client";

import { DiffTable } from "@baton/ui/layout/diff-table";
import { diffTexts } from "@baton/ui/layout/diff-texts";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useMemo, useState } from "react";
import type { RouterOutputs } from "@/server/root";

type Opened = RouterOutputs["manifests"]["open"];
type Comparison = NonNullable<Opened["comparison"]>;

const LAYOUTS = [
  { value: "unified", label: "Unified" },
  { value: "split", label: "Split" },
] as const;

/** Shows what changed between two versions, file by file. */
export function VersionDiff({
  comparison: { against, before, files },
  number,
  text,
}: {
  comparison: Comparison;
  number: Opened["number"];
  text: Opened["text"];
}) {
  const [layout, setLayout] = useState<"unified" | "split">("unified");
  const all = [{ path: "manifest.json", before: indent(before), after: indent(text) }, ...files];
  const changed = all.filter((file) => file.before !== file.after);
  const same = files.filter(({ beforeSha256, afterSha256 }) => beforeSha256 === afterSha256);
  return (
    <Panel aria-label="Differences">
      <PanelHead
        title={`Version ${against} → version ${number}`}
        note={same.length > 0 && `the same content: ${same.map(({ path }) => path).join(", ")}`}
        actions={
          <SegmentedControl
            label="Layout of the comparison"
            options={LAYOUTS}
            value={layout}
            onValueChange={setLayout}
          />
        }
      />
      {changed.length === 0 ? (
        <PanelBody className="text-text-2">No differences.</PanelBody>
      ) : (
        changed.map((file) => <FileDiff key={file.path} file={file} layout={layout} />)
      )}
    </Panel>
  );
}

function FileDiff({
  file: { path, before, after },
  layout,
}: {
  file: Pick<Comparison["files"][number], "path" | "before" | "after">;
  layout: "unified" | "split";
}) {
  const [chosen, setChosen] = useState<string | null>(null);
  const rows = useMemo(() => diffTexts(before ?? "", after ?? ""), [before, after]);
  const state = before === null ? "added" : after === null ? "removed" : "changed";
  return (
    <section aria-label={`Changes of ${path}`} className="border-line border-t">
      <h3 className="px-4 py-2 text-sm">
        <code className="[overflow-wrap:anywhere]">{path}</code> <span className="text-text-3">{state}</span>
      </h3>
      <DiffTable
        label={`Lines of ${path}`}
        rows={rows}
        layout={layout}
        doesWrap
        chosen={chosen}
        onChoose={(line) => setChosen(line === chosen ? null : line)}
      />
    </section>
  );
}

/** Returns a JSON document with a value per line, so that lines can be compared. */
function indent(json: string | null): string | null {
  if (json === null) return null;
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
