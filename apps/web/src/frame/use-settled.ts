"use client";

import { useEffect, useState } from "react";

/**
 * Returns a value after it stays the same for this many milliseconds, so
 * that typing triggers a query only at a pause.
 */
export function useSettled<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
