"use client";

import { useEffect, useState } from "react";

/** Pause in typing before a search starts, in milliseconds. */
export const TYPING_PAUSE_MILLISECONDS = 300;

/** Returns a value after a pause in its changes, so that typing does not start a query with each letter. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
