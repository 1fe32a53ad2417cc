"use client";

import { useEffect } from "react";
import { useSingleKeys } from "@/frame/use-shortcuts";
import { orderRules } from "../rule-order";
import type { PolicyEditor } from "./use-policy-editor";

/**
 * Handles the editor's shortcuts: the usual ones for undo, redo and save, and those in the list of shortcuts.
 */
export function useEditorKeys(editor: PolicyEditor, openAdding: (isOpen: boolean) => void): void {
  const [areKeysOn] = useSingleKeys();
  useEffect(() => {
    const { store, may } = editor;
    if (!may.edit) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      const isCommand = event.metaKey || event.ctrlKey;
      const act = (action: () => unknown) => {
        event.preventDefault();
        action();
      };
      if (isCommand && !event.altKey) {
        // Text typed into a dialog is not part of the draft.
        if (event.target instanceof Element && event.target.closest("[role=dialog]")) return;
        if (key === "s") act(store.save);
        if (key === "z") act(() => store.dispatch({ type: event.shiftKey ? "redo" : "undo" }));
        if (key === "y") act(() => store.dispatch({ type: "redo" }));
        return;
      }
      if (!areKeysOn || isCommand || isTaken(event.target)) return;
      if (event.altKey && (key === "arrowup" || key === "arrowdown")) {
        act(() => moveOpenRule(editor, key === "arrowup" ? -1 : 1));
      } else if (!event.altKey && key === "n") act(() => openAdding(true));
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [editor, areKeysOn, openAdding]);
}

/**
 * Returns true in a field, where keys are text, and in an open dialog, menu or list, which handles its own
 * keys.
 */
function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      "input, textarea, select, [role=dialog], [role=menu], [role=listbox], [role=radiogroup]",
    ) !== null
  );
}

function moveOpenRule({ store }: PolicyEditor, step: 1 | -1): void {
  const { draft, policy } = store.getSnapshot();
  const rows = orderRules(policy);
  const index = rows.findIndex(({ position }) => position === draft.openRule);
  const [open, neighbour] = [rows[index], rows[index + step]];
  if (!open || !neighbour || open.specificity !== neighbour.specificity) return;
  store.dispatch({ type: "move-rule", position: open.position, to: neighbour.position });
}
