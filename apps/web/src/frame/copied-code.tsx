"use client";

import { Button } from "@baton/ui/primitives/button";
import { useCopy } from "./use-copy";

/** A command with a button that copies it. */
export function CopiedCode({ text }: { text: string }) {
  const copy = useCopy();
  return (
    <span className="inline-flex items-center gap-1">
      <code>{text}</code>
      <Button size="sm" variant="ghost" aria-label={`Copy “${text}”`} onClick={() => void copy(text)}>
        Copy
      </Button>
    </span>
  );
}
