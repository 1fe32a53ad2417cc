"use client";

import { formatCountOf } from "@baton/ui/format/number";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { useRef, useState } from "react";

type ImportPanelProps = {
  onImport: (file: { file: string; name: string }) => Promise<{ readCount: number; newCount: number }>;
};

/** Imports LiteLLM's price file, and shows the number of prices that it changed. */
export function ImportPanel({ onImport }: ImportPanelProps) {
  const input = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState<{ isError: boolean; text: string } | null>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    setResult(null);
    try {
      const { readCount, newCount } = await onImport({ file: await file.text(), name: file.name });
      const text = `${formatCountOf(readCount, "price")} read, ${newCount} of them new or changed.`;
      setResult({ isError: false, text });
    } catch (failure) {
      setResult({ isError: true, text: failure instanceof Error ? failure.message : String(failure) });
    }
  };
  return (
    <Panel aria-label="Import prices">
      <PanelHead title="Import prices" />
      <PanelBody className="flex flex-col gap-3">
        <p className="text-text-2">
          Baton reads <code>model_prices_and_context_window.json</code> of the LiteLLM project. New and
          changed prices apply from today; prices that you set stay. On a server:{" "}
          <code>baton prices update FILE</code>.
        </p>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          className="sr-only"
          aria-label="Price file"
          tabIndex={-1}
          onChange={(event) => {
            void read(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <Button size="sm" className="self-start" onClick={() => input.current?.click()}>
          Choose price file
        </Button>
        {result && (
          <p
            role={result.isError ? "alert" : "status"}
            className={result.isError ? "text-danger" : undefined}
          >
            {result.text}
          </p>
        )}
      </PanelBody>
    </Panel>
  );
}
