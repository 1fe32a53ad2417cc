"use client";

import { useState } from "react";

/**
 * Holds a text like `useState`, and keeps it in this tab: a visit of another page loses nothing.
 *
 * @param key identifies the text in this tab. A text too long for the storage is only in the page.
 */
export function useKeptText(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? "");
  return [
    text,
    (next) => {
      setText(next);
      try {
        if (next === "") sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, next);
      } catch {
        sessionStorage.removeItem(key);
      }
    },
  ];
}
