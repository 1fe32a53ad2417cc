"use client";

import { Button, type ButtonProps } from "@baton/ui/primitives/button";
import { useOnDemand } from "@baton/ui/use-on-demand";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { PolicyEditor } from "../editor/use-policy-editor";

export type RollBackButtonProps = {
  editor: PolicyEditor;
  /** The version to make live again; its content hash, if known. */
  to: { number: number; policyVersion?: string };
  size?: ButtonProps["size"];
};

/** Opens the dialog that makes an earlier version live again. Shown to owners, unless it is live already. */
export function RollBackButton({ editor, to, size }: RollBackButtonProps) {
  const [Dialog, wantDialog] = useOnDemand(async () => (await import("./roll-back-dialog")).RollBackDialog);
  const [isOpen, setOpen] = useState(false);
  const { live, may } = editor;
  if (!may.publish || live?.number == null || live.number === to.number) return null;
  if (live.policyVersion === to.policyVersion) return null;
  return (
    <>
      <Button
        size={size}
        onClick={() => {
          wantDialog();
          setOpen(true);
        }}
      >
        <Undo2 className="size-3.5" aria-hidden />
        Roll back to v{to.number}
      </Button>
      {Dialog && isOpen && <Dialog editor={editor} number={to.number} onClose={() => setOpen(false)} />}
    </>
  );
}
