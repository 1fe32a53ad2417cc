"use client";

import { useState } from "react";
import { BASE_PATH } from "@/base-path";

/**
 * Holds a text like `useState`, and keeps it in this tab: a visit of another page loses nothing.
 *
 * @param name identifies the text in this tab. A text too long for the storage is only in the page.
 */
export function useKeptText(name: string): [string, (text: string) => void] {
  const key = BASE_PATH + name;
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
