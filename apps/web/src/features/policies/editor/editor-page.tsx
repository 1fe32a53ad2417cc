"use client";

import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel } from "@baton/ui/layout/panel";
import type { ReactNode } from "react";
import { type PolicyEditor, usePolicyEditor } from "./use-policy-editor";

/** Placeholder while the editor loads. */
export function EditorLoading() {
  return (
    <Panel aria-label="Loading" aria-busy>
      <TableSkeleton rows={6} />
    </Panel>
  );
}

/** Draws content that needs the draft, once the code that reads it is loaded. */
export function EditorPage({ children }: { children: (editor: PolicyEditor) => ReactNode }) {
  const editor = usePolicyEditor();
  return editor ? children(editor) : <EditorLoading />;
}
