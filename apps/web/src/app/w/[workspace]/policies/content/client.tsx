"use client";

import dynamic from "next/dynamic";
import { EditorLoading, EditorPage } from "@/features/policies/editor/editor-page";

const ContentRulesView = dynamic(
  async () => (await import("@/features/policies/content/content-rules-view")).ContentRulesView,
  { ssr: false, loading: EditorLoading },
);

/** Shows the rules about what texts contain. */
export function ContentRules() {
  return <EditorPage>{(editor) => <ContentRulesView editor={editor} />}</EditorPage>;
}
