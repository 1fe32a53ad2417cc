"use client";

import type { ReleaseStage } from "@baton/core/policy";
import { Button } from "@baton/ui/primitives/button";
import { ChipsInput } from "@baton/ui/primitives/chips-input";
import { Field } from "@baton/ui/primitives/field";
import { useState } from "react";

export type WorkflowsFormProps = {
  stage: ReleaseStage;
  isPending: boolean;
  onChoose: (stage: ReleaseStage) => void;
};

/** Chooses the workflows that a version decides, instead of a share of the sessions. */
export function WorkflowsForm({ stage, isPending, onChoose }: WorkflowsFormProps) {
  const [workflows, setWorkflows] = useState(stage.stage === "workflows" ? stage.workflows : []);
  return (
    <details>
      <summary className="w-fit cursor-pointer text-accent">Release to chosen workflows</summary>
      <div className="mt-2 flex max-w-[512px] flex-wrap items-end gap-2">
        <Field label="Workflows" hint="IDs, as handoffs name them" className="flex-1 basis-60">
          <ChipsInput
            entries={workflows.map((value) => ({ value }))}
            options={[]}
            optionsLabel="Workflows"
            placeholder="add a workflow…"
            onAdd={(values) => setWorkflows([...workflows, ...values])}
            onRemove={(value) => setWorkflows(workflows.filter((one) => one !== value))}
          />
        </Field>
        <Button
          disabled={isPending}
          disabledReason={workflows.length === 0 && "Add a workflow"}
          onClick={() => onChoose({ stage: "workflows", workflows })}
        >
          Release to these
        </Button>
      </div>
    </details>
  );
}
