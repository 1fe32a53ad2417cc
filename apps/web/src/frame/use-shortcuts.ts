"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { CHORD_MILLISECONDS, findShortcut, JUMP, type Shortcut } from "./shortcuts";

const STORED_AS = "baton-single-keys";

/** Listens for shortcuts while mounted, and calls `onShortcut` with the one pressed. */
export function useShortcuts(areKeysOn: boolean, onShortcut: (shortcut: Shortcut) => void): void {
  const listener = useRef(onShortcut);
  useEffect(() => {
    listener.current = onShortcut;
  });
  useEffect(() => {
    let before: { key: string; at: number } | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        listener.current(JUMP);
        return;
      }
      if (!areKeysOn || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const isChord = before !== null && event.timeStamp - before.at < CHORD_MILLISECONDS;
      const shortcut = findShortcut(event.key, isChord && before !== null ? before.key : null);
      before = { key: event.key, at: event.timeStamp };
      if (!shortcut) return;
      event.preventDefault();
      before = null;
      listener.current(shortcut);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [areKeysOn]);
}

/**
 * Returns true in a field, where keys are letters, and in an open dialog, menu or list, which handles its own
 * keys.
 */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      "input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]",
    ) !== null
  );
}

const listeners = new Set<() => void>();

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Returns whether single keys work in this browser, and a function to change it. */
export function useSingleKeys(): [boolean, (areOn: boolean) => void] {
  const areOn = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(STORED_AS) !== "off",
    () => true,
  );
  const change = (next: boolean) => {
    localStorage.setItem(STORED_AS, next ? "on" : "off");
    for (const listener of listeners) listener();
  };
  return [areOn, change];
}
