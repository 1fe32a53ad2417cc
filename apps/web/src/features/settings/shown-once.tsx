"use client";

import { CodeBlock } from "@baton/ui/layout/code-block";
import { Finding } from "@baton/ui/layout/finding";
import { Button } from "@baton/ui/primitives/button";
import { useCopy } from "@/frame/use-copy";

type ShownOnceProps = {
  /** Name of the secret ("The key"). */
  title: string;
  secret: string;
  /** Instructions for the user. */
  children: React.ReactNode;
  onDone: () => void;
};

/** Shows a secret once, with a button that copies it. */
export function ShownOnce({ title, secret, children, onDone }: ShownOnceProps) {
  const copy = useCopy();
  return (
    <Finding
      tone="ok"
      role="status"
      title={`${title} is shown only once`}
      action={
        <div className="flex gap-2">
          <Button size="sm" onClick={() => void copy(secret)}>
            Copy
          </Button>
          <Button size="sm" variant="ghost" onClick={onDone}>
            Done
          </Button>
        </div>
      }
    >
      <p className="mb-2">{children}</p>
      <CodeBlock label={title}>{secret}</CodeBlock>
    </Finding>
  );
}
