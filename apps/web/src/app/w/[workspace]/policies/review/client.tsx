"use client";

import dynamic from "next/dynamic";
import { EditorLoading, EditorPage } from "@/features/policies/editor/editor-page";

const ReviewView = dynamic(async () => (await import("@/features/policies/review/review-view")).ReviewView, {
  ssr: false,
  loading: EditorLoading,
});

/** Shows the review of the policy draft. */
export function PolicyReview() {
  return <EditorPage>{(editor) => <ReviewView editor={editor} />}</EditorPage>;
}
