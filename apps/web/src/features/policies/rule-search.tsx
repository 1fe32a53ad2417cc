"use client";

import { Input } from "@baton/ui/primitives/input";
import { Search } from "lucide-react";
import { debounce, parseAsString, useQueryState } from "nuqs";
import { useEffect, useRef } from "react";
import { TYPING_PAUSE_MILLISECONDS } from "@/frame/use-settled";

const parser = parseAsString.withDefault("");

/** Searches the rules. The text is in the address as `q`, after a pause in typing. */
export function RuleSearch() {
  const [q, setQ] = useQueryState("q", parser);
  const field = useRef<HTMLInputElement>(null);
  // The field keeps its own text, so that nothing typed while the page becomes ready is lost.
  useEffect(() => {
    if (field.current?.value) void setQ(field.current.value);
  }, [setQ]);
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = q;
  }, [q]);
  return (
    <Input
      ref={field}
      type="search"
      aria-label="Find rules"
      placeholder="Find an agent, field or ID"
      leading={<Search aria-hidden />}
      defaultValue={q}
      // The address follows after a pause: while the router still renders an older address, a change of
      // another part would restore the older text.
      onChange={({ target }) =>
        void setQ(target.value || null, { limitUrlUpdates: debounce(TYPING_PAUSE_MILLISECONDS) })
      }
      // A change of the page would cancel a search that waits for its pause.
      onBlur={({ target }) => void setQ(target.value || null)}
    />
  );
}
