"use client";

import dynamic from "next/dynamic";
import { useQueryStates } from "nuqs";
import { EditorLoading, EditorPage } from "@/features/policies/editor/editor-page";
import { policiesParams } from "../search-params";

const CoverageView = dynamic(
  async () => (await import("@/features/policies/coverage/coverage-view")).CoverageView,
  {
    ssr: false,
    loading: EditorLoading,
  },
);

/** Shows every pair of agents with the rule that applies to it. */
export function Coverage() {
  const [{ range }] = useQueryStates(policiesParams);
  return <EditorPage>{(editor) => <CoverageView editor={editor} range={range} />}</EditorPage>;
}
