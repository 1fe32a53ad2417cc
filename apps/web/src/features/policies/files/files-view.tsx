"use client";

import type { Finding as PolicyFinding } from "@baton/core";
import { exportSwitch } from "@baton/core/policy";
import { Finding } from "@baton/ui/layout/finding";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Textarea } from "@baton/ui/primitives/input";
import { Name } from "@baton/ui/primitives/name";
import { Download, Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { useId, useMemo, useState } from "react";
import { toSentence } from "@/features/artifacts/finding/to-sentence";
import { MarkedText } from "@/features/sessions/handoff/marked-text";
import { addressOf } from "@/frame/pages";
import { saveFile } from "@/frame/save-file";
import { PolicyDiffView } from "../diff/policy-diff-view";
import { type StoredContent, storeContent } from "../draft/draft-content";
import { type PolicyEditor, useDraft } from "../editor/use-policy-editor";
import { draftName, liveName } from "../editor/version-name";
import { readFiles } from "./read-files";

/**
 * Imports and exports the files of a policy: `governance_policies.json`, and the switch in
 * `system_config.json`.
 */
export function FilesView({ editor }: { editor: PolicyEditor }) {
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      {editor.may.edit && <ImportPanel editor={editor} />}
      <ExportPanel editor={editor} />
    </div>
  );
}

function ImportPanel({ editor }: { editor: PolicyEditor }) {
  const { workspace, store } = editor;
  const { draft, policy } = useDraft(store);
  const router = useRouter();
  const [policyText, setPolicyText] = useState("");
  const [configText, setConfigText] = useState("");
  const read = useMemo(
    () =>
      policyText.trim() === ""
        ? null
        : readFiles(policyText, configText, { draft: draft.content, now: Date.now() }),
    [policyText, configText, draft.content],
  );
  return (
    <Panel aria-label="Import">
      <PanelHead title="Import" note="into the draft; keeps other sections and comments" />
      <PanelBody className="flex flex-col gap-3.5">
        <FileField
          label="governance_policies.json"
          help="The section multi_agent_handoffs, at the top or under “policies”."
          text={policyText}
          onTextChange={setPolicyText}
        />
        <FileField
          label="system_config.json"
          help="Optional. If empty, the draft keeps its on/off setting."
          text={configText}
          onTextChange={setConfigText}
        />
        {read && <Findings findings={read.findings} />}
        {read?.ok && (
          <section aria-label="Effect of the import" className="rounded-md border border-line p-3">
            <PolicyDiffView before={policy} after={read.policy} isCompact />
          </section>
        )}
        <Button
          variant="primary"
          className="self-start"
          disabled={!read?.ok}
          onClick={() => {
            if (!read?.ok) return;
            store.dispatch({ type: "replace", content: read.content });
            router.push(addressOf(workspace, "policies"));
          }}
        >
          <Upload className="size-3.5" aria-hidden />
          Import to draft
        </Button>
      </PanelBody>
    </Panel>
  );
}

function Findings({ findings }: { findings: readonly PolicyFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <ul aria-label="Findings" className="flex flex-col gap-2">
      {findings.map(({ code, severity, path, message, hint }) => (
        <li key={`${code} ${path} ${message}`}>
          <Finding
            tone={severity === "error" ? "danger" : "warn"}
            title={<MarkedText text={toSentence(message)} />}
          >
            <MarkedText text={hint} /> <code className="text-text-3">{path}</code>
          </Finding>
        </li>
      ))}
    </ul>
  );
}

function FileField({
  label,
  help,
  text,
  onTextChange,
}: {
  label: string;
  help: string;
  text: string;
  onTextChange: (text: string) => void;
}) {
  const inputId = useId();
  return (
    <div className="flex flex-col gap-1.5">
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
      <input
        id={inputId}
        type="file"
        accept="application/json,.json"
        aria-label={`Choose ${label}`}
        className="text-sm text-text-2 file:mr-2 file:h-(--control-sm) file:rounded-md file:border file:border-line-2 file:border-solid file:bg-surface file:px-2 file:font-medium file:text-sm file:text-text"
        onChange={async ({ target }) => {
          const [file] = target.files ?? [];
          if (file) onTextChange(await file.text());
        }}
      />
    </div>
  );
}

function ExportPanel({ editor }: { editor: PolicyEditor }) {
  const { store, live } = editor;
  const { draft, mark } = useDraft(store);
  const stored = storeContent(draft.content);
  return (
    <Panel aria-label="Export">
      <PanelHead title="Export" note="unchanged parts are identical to the imported file" />
      <PanelBody className="flex flex-col gap-4">
        {live && <Downloads name={`Live policy, ${liveName(live)}`} content={live.content} />}
        {mark !== null && <Downloads name={`Draft, ${draftName(live)}`} content={stored} />}
        {!live && mark === null && <p className="text-text-2">No policy yet.</p>}
      </PanelBody>
    </Panel>
  );
}

function Downloads({ name, content }: { name: string; content: StoredContent }) {
  const config = exportSwitch("", content.policySwitch);
  return (
    <section aria-label={name}>
      <h3 className="mb-2">{name}</h3>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          onClick={() => saveFile("governance_policies.json", "application/json", content.document)}
        >
          <Download className="size-3.5" aria-hidden />
          governance_policies.json
        </Button>
        {config.ok && (
          <Button size="sm" onClick={() => saveFile("system_config.json", "application/json", config.text)}>
            <Download className="size-3.5" aria-hidden />
            system_config.json
          </Button>
        )}
      </div>
    </section>
  );
}
