"use client";

import dynamic from "next/dynamic";
import { EditorLoading, EditorPage } from "@/features/policies/editor/editor-page";

const VersionView = dynamic(
  async () => (await import("@/features/policies/versions/version-view")).VersionView,
  {
    ssr: false,
    loading: EditorLoading,
  },
);

/** Shows a published version of the policy. */
export function Version({ number }: { number: number }) {
  return <EditorPage>{(editor) => <VersionView editor={editor} number={number} />}</EditorPage>;
}
