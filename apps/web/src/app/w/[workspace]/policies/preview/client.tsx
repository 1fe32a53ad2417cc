"use client";

import dynamic from "next/dynamic";
import { EditorLoading, EditorPage } from "@/features/policies/editor/editor-page";

const PreviewView = dynamic(
  async () => (await import("@/features/policies/preview/preview-view")).PreviewView,
  {
    ssr: false,
    loading: EditorLoading,
  },
);

/** Shows a context before and after the draft applies. */
export function Preview() {
  return <EditorPage>{(editor) => <PreviewView editor={editor} />}</EditorPage>;
}
