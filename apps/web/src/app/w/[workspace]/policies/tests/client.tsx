"use client";

import dynamic from "next/dynamic";
import { EditorLoading, EditorPage } from "@/features/policies/editor/editor-page";

const TestsView = dynamic(async () => (await import("@/features/policies/tests/tests-view")).TestsView, {
  ssr: false,
  loading: EditorLoading,
});

/** Shows the policy tests of the draft with their results. */
export function PolicyTests() {
  return <EditorPage>{(editor) => <TestsView editor={editor} />}</EditorPage>;
}
