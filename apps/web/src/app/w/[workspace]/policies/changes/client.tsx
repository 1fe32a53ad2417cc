"use client";

import dynamic from "next/dynamic";
import { parseAsString, useQueryStates } from "nuqs";
import { EditorLoading, EditorPage } from "@/features/policies/editor/editor-page";
import { policiesParams } from "../search-params";

const ChangesView = dynamic(async () => (await import("@/features/policies/diff/changes-view")).ChangesView, {
  ssr: false,
  loading: EditorLoading,
});

/** The two compared policies: `live`, `draft`, the number of a version, or the hash of a reported policy. */
const comparedParams = { before: parseAsString, after: parseAsString };

/** Shows the difference between the effects of two policy versions. */
export function Changes() {
  const [{ range }] = useQueryStates(policiesParams);
  const [{ before, after }, setCompared] = useQueryStates(comparedParams, { history: "push" });
  return (
    <EditorPage>
      {(editor) => (
        <ChangesView
          editor={editor}
          range={range}
          before={before}
          after={after}
          onChange={(compared) => void setCompared(compared)}
        />
      )}
    </EditorPage>
  );
}
