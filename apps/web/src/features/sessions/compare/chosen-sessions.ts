"use client";

import { useState } from "react";
import { addressOf, withQuery } from "@/frame/pages";

/** Links to two sessions side by side. */
export function compareAddress(workspace: string, a: string, b: string): string {
  return withQuery(addressOf(workspace, "compare"), { a, b });
}

/** The sessions of a list that a person chose to compare; at most two, the latest choices. */
export interface ChosenSessions {
  ids: readonly string[];
  toggle: (sessionId: string) => void;
}

export function useChosenSessions(): ChosenSessions {
  const [ids, setIds] = useState<readonly string[]>([]);
  const toggle = (sessionId: string) =>
    setIds(ids.includes(sessionId) ? ids.filter((id) => id !== sessionId) : [...ids, sessionId].slice(-2));
  return { ids, toggle };
}
