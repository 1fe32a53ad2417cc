"use client";

import { Input } from "@baton/ui/primitives/input";
import { Search } from "lucide-react";
import { debounce, parseAsString, useQueryState } from "nuqs";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { TYPING_PAUSE_MILLISECONDS } from "@/frame/use-settled";

/** Text and caret of a list that is being replaced, for the length of one update of the page. */
let left: { text: string; caret: number | null } | null = null;

const parser = parseAsString.withDefault("");

/**
 * Searches the rules. The text is in the address as `q`, after a pause in typing.
 *
 * The editor replaces the list that the server sent, perhaps while a person types into this field: the next field
 * then continues with the same text, focus and caret.
 * @param typed receives the text of the address.
 */
export function RuleSearch({ typed }: { typed: RefObject<string> }) {
  const [q, setQ] = useQueryState("q", parser);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    typed.current = q;
  });
  useLayoutEffect(() => {
    const input = field.current;
    if (!input) return;
    if (left) {
      input.value = left.text;
      input.focus({ preventScroll: true });
      input.setSelectionRange(left.caret, left.caret);
      left = null;
    }
    // The field keeps its own text, so that nothing typed while the page becomes ready is lost.
    if (input.value !== "" && input.value !== typed.current) void setQ(input.value);
    return () => {
      if (document.activeElement !== input) return;
      left = { text: input.value, caret: input.selectionStart };
      // Without a field in the same update, the text is not continued.
      queueMicrotask(() => {
        left = null;
      });
    };
  }, [setQ, typed]);
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
        void setQ(target.value === "" ? null : target.value, {
          limitUrlUpdates: debounce(TYPING_PAUSE_MILLISECONDS),
        })
      }
    />
  );
}
