"use client";

import { CodeBlock } from "@baton/ui/layout/code-block";
import { Finding } from "@baton/ui/layout/finding";
import { Button } from "@baton/ui/primitives/button";
import { useToast } from "@baton/ui/primitives/toast";

export type ShownOnceProps = {
  /** Name of the secret ("The key"). */
  title: string;
  secret: string;
  /** Instructions for the user. */
  children: React.ReactNode;
  onDone: () => void;
};

/** Shows a secret once, with a button that copies it. */
export function ShownOnce({ title, secret, children, onDone }: ShownOnceProps) {
  const showToast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      showToast({ tone: "ok", title: "Copied" });
    } catch {
      showToast({
        tone: "warn",
        title: "Not copied",
        description: "The browser blocked copying. Select the text instead.",
      });
    }
  };
  return (
    <Finding
      tone="ok"
      role="status"
      title={`${title} is shown only once`}
      action={
        <div className="flex gap-2">
          <Button size="sm" onClick={() => void copy()}>
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
