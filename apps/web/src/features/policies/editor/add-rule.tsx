"use client";

import { usePathname, useRouter } from "next/navigation";
import { addressOf } from "@/frame/pages";
import { AddRuleDialog, type AddRuleDialogProps } from "./add-rule-dialog";
import { useEditorKeys } from "./use-editor-keys";

/**
 * Shows the dialog that adds a rule, and handles the editor's shortcuts. On another tab, opens the rules with
 * the new one.
 */
export function AddRule({ editor, onOpenChange, ...props }: Omit<AddRuleDialogProps, "onAdded">) {
  const router = useRouter();
  const pathname = usePathname();
  const home = addressOf(editor.workspace, "policies");
  useEditorKeys(editor, onOpenChange);
  // Closed, it would still compare every edit of the draft with all pairs of agents.
  if (!props.isOpen) return null;
  return (
    <AddRuleDialog
      editor={editor}
      {...props}
      onOpenChange={onOpenChange}
      onAdded={() => {
        if (pathname !== home) router.push(home);
      }}
    />
  );
}
