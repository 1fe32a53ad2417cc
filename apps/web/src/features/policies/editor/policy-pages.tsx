"use client";

import { PageHead } from "@baton/ui/layout/page-head";
import { Button } from "@baton/ui/primitives/button";
import { TabNav } from "@baton/ui/primitives/tabs";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { useQueryState } from "nuqs";
import { type ReactNode, useState } from "react";
import { addressOf } from "@/frame/pages";
import { PeriodPicker } from "@/frame/period-picker";
import { DEFAULT_RANGE, parseAsRange } from "@/search/range";
import { usePolicyEditor } from "./use-policy-editor";

/** Load editing code after the first paint. */
const DraftTools = dynamic(async () => (await import("./draft-tools")).DraftTools, { ssr: false });
const AddRule = dynamic(async () => (await import("./add-rule")).AddRule, { ssr: false });
const LiveVersion = dynamic(async () => (await import("../versions/live-version")).LiveVersion, {
  ssr: false,
});
const ViewerNote = dynamic(async () => (await import("../viewer-note")).ViewerNote, { ssr: false });
const SwitchControl = dynamic(async () => (await import("./switch-control")).SwitchControl, { ssr: false });

const TABS = [
  { segment: null, label: "Rules" },
  { segment: "content", label: "Content rules" },
  { segment: "tests", label: "Tests" },
  { segment: "coverage", label: "Coverage grid" },
  { segment: "preview", label: "Preview" },
  { segment: "changes", label: "Changes" },
  { segment: "review", label: "Review" },
  { segment: "versions", label: "Versions" },
  { segment: "files", label: "Import and export" },
] as const;

/** Shows the frame of each policy page: title, switch, tabs, and the draft at the bottom. */
export function PolicyPages({ workspace, children }: { workspace: string; children: ReactNode }) {
  const pathname = usePathname();
  const editor = usePolicyEditor();
  const [range, setRange] = useQueryState(
    "range",
    parseAsRange.withDefault(DEFAULT_RANGE).withOptions({ history: "push" }),
  );
  const [isAdding, setAdding] = useState(false);
  const query = range === DEFAULT_RANGE ? "" : `?range=${encodeURIComponent(range)}`;
  return (
    <>
      <PageHead
        title="Policies"
        badges={
          editor && (
            <>
              <LiveVersion editor={editor} />
              <SwitchControl editor={editor} />
            </>
          )
        }
        subtitle="Control which fields each agent can pass to the next."
        actions={
          <>
            <PeriodPicker range={range} onRangeChange={(chosen) => void setRange(chosen)} />
            {editor?.may.edit && (
              <Button onClick={() => setAdding(true)}>
                <Plus className="size-3.5" aria-hidden />
                Add a rule
              </Button>
            )}
          </>
        }
      />
      <TabNav
        label="Policies"
        items={TABS.map(({ segment, label }) => {
          const href =
            segment === null ? addressOf(workspace, "policies") : addressOf(workspace, "policies", segment);
          const isBelow = segment !== null && pathname.startsWith(`${href}/`);
          return { href: `${href}${query}`, label, isCurrent: pathname === href || isBelow };
        })}
      />
      {editor && !editor.may.edit && <ViewerNote />}
      {children}
      {editor?.may.edit && (
        <AddRule editor={editor} range={range} isOpen={isAdding} onOpenChange={setAdding} />
      )}
      {editor && <DraftTools editor={editor} />}
    </>
  );
}
