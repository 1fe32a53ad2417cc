"use client";

import { exportSwitch } from "@baton/core/policy";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Download } from "lucide-react";
import { saveFile } from "@/frame/save-file";
import { type StoredContent, storeContent } from "../draft/draft-content";
import { type PolicyEditor, useDraftAtRest } from "../editor/use-policy-editor";
import { draftName, liveName } from "../editor/version-name";

/** Saves the files of the live policy and of the draft. */
export function ExportPanel({ editor }: { editor: PolicyEditor }) {
  const { store, live } = editor;
  const { draft, mark } = useDraftAtRest(store);
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
