"use client";

import dynamic from "next/dynamic";
import { EditorLoading, EditorPage } from "@/features/policies/editor/editor-page";

const FilesView = dynamic(async () => (await import("@/features/policies/files/files-view")).FilesView, {
  ssr: false,
  loading: EditorLoading,
});

/** Imports and exports the files of a policy. */
export function Files() {
  return <EditorPage>{(editor) => <FilesView editor={editor} />}</EditorPage>;
}
