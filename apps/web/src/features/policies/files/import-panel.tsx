"use client";

import { formatCountOf } from "@baton/ui/format/number";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Field } from "@baton/ui/primitives/field";
import { Textarea } from "@baton/ui/primitives/input";
import { Name } from "@baton/ui/primitives/name";
import { useToast } from "@baton/ui/primitives/toast";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useState } from "react";
import { addressOf } from "@/frame/pages";
import { type PolicyEditor, useDraftAtRest } from "../editor/use-policy-editor";
import { ImportResult } from "./import-result";
import type { ReadDocument } from "./read-document";
import { readFiles } from "./read-files";
import { useKeptText } from "./use-kept-text";

/** Reads the files of a policy, shows what they change, and takes them into the draft. */
export function ImportPanel({ editor }: { editor: PolicyEditor }) {
  const { workspace, store } = editor;
  const { draft, policy } = useDraftAtRest(store);
  const router = useRouter();
  const showToast = useToast();
  const [policyText, setPolicyText] = useKeptText(`import-policy ${workspace}`);
  const [configText, setConfigText] = useKeptText(`import-config ${workspace}`);
  const document = useReadDocument(policyText);
  const read = useMemo(() => {
    if (!document) return null;
    if (!document.ok) return document;
    return readFiles(document.json, configText, { draft: draft.content, now: Date.now() });
  }, [document, configText, draft.content]);
  const importInto = () => {
    if (!read?.ok) return;
    store.dispatch({ type: "replace", content: read.content });
    setPolicyText("");
    setConfigText("");
    showToast({
      tone: "ok",
      title: `Imported ${formatCountOf(read.policy.agent_handoff_rules.length, "rule")} into the draft`,
      description: "The live policy changes when you publish the draft.",
      action: { label: "Undo", onSelect: () => store.dispatch({ type: "undo" }) },
    });
    router.push(addressOf(workspace, "policies"));
  };
  return (
    <Panel aria-label="Import">
      <PanelHead title="Import" note="JSON or YAML, into the draft" />
      <PanelBody className="flex flex-col gap-3.5">
        {read && (
          <ImportResult
            read={read}
            json={document?.ok && !document.isYaml ? document.json : null}
            isYaml={document?.ok === true && document.isYaml}
            draft={policy}
            onImport={importInto}
          />
        )}
        <FileField
          label="governance_policies.json"
          accept="application/json,.json,.yaml,.yml"
          help="The section multi_agent_handoffs, at the top or under “policies”."
          text={policyText}
          onTextChange={setPolicyText}
        />
        <details open={configText !== "" || undefined}>
          <summary className="cursor-pointer text-text-2">Import the on/off setting too</summary>
          <div className="mt-2">
            <FileField
              label="system_config.json"
              accept="application/json,.json"
              help="If empty, the draft keeps its on/off setting."
              text={configText}
              onTextChange={setConfigText}
            />
          </div>
        </details>
      </PanelBody>
    </Panel>
  );
}

/** Converts the text of a document when it changes; null without a text. */
function useReadDocument(text: string): ReadDocument | null {
  const [document, setDocument] = useState<ReadDocument | null>(null);
  useEffect(() => {
    if (text.trim() === "") return setDocument(null);
    let isWanted = true;
    void import("./read-document").then(({ readDocument }) => isWanted && setDocument(readDocument(text)));
    return () => {
      isWanted = false;
    };
  }, [text]);
  return document;
}

type FileFieldProps = {
  label: string;
  accept: string;
  help: string;
  text: string;
  onTextChange: (text: string) => void;
};

function FileField({ label, accept, help, text, onTextChange }: FileFieldProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <input
        type="file"
        accept={accept}
        aria-label={`Choose ${label}`}
        className="text-sm text-text-2 file:mr-2 file:h-(--control-sm) file:rounded-md file:border file:border-line-2 file:border-solid file:bg-surface file:px-2 file:font-medium file:text-sm file:text-text"
        onChange={async ({ target }) => {
          const [file] = target.files ?? [];
          if (file) onTextChange(await file.text());
        }}
      />
      <Field label={<Name isCode>{label}</Name>} help={help}>
        <Textarea
          rows={5}
          spellCheck={false}
          className="font-mono text-sm"
          placeholder="Paste the file here, or choose it"
          value={text}
          onChange={({ target }) => onTextChange(target.value)}
        />
      </Field>
    </div>
  );
}
