"use client";

import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Combobox } from "@baton/ui/primitives/combobox";
import { Name } from "@baton/ui/primitives/name";
import type { RouterOutputs } from "@/server/root";

type DefaultModelPanelProps = {
  prices: RouterOutputs["prices"]["list"];
  /** Null for users without edit permission. */
  onChange: ((model: string | null) => void) | null;
};

/** Selects the model whose price applies to handoffs without a model, or with a model without a price. */
export function DefaultModelPanel({ prices, onChange }: DefaultModelPanelProps) {
  const models = [...new Set([...prices.own, ...prices.listed].map(({ model }) => model))].sort();
  return (
    <Panel aria-label="Default model">
      <PanelHead title="Default model" />
      <PanelBody className="flex flex-col gap-3">
        <p className="text-text-2">
          Used for handoffs without a model or price. Without a default model, Baton counts these tokens
          separately without a value.
        </p>
        {onChange ? (
          <Combobox
            className="max-w-72"
            aria-label="Default model"
            options={models.map((model) => ({
              value: model,
              text: model,
              label: <Name isCode>{model}</Name>,
            }))}
            value={prices.defaultModel}
            onValueChange={onChange}
            placeholder="none"
            searchLabel="Find a model"
          />
        ) : (
          <p>{prices.defaultModel ? <code>{prices.defaultModel}</code> : "No default model selected."}</p>
        )}
      </PanelBody>
    </Panel>
  );
}
