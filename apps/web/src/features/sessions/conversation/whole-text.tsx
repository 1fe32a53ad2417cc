"use client";

import type { ConversationItem } from "@baton/server/conversation/item";
import { formatCountOf } from "@baton/ui/format/number";
import { Button } from "@baton/ui/primitives/button";
import { type ReactNode, useContext, useState } from "react";
import { Loader } from "./loader";
import { Picture } from "./picture";

interface WholeTextProps {
  of: Extract<ConversationItem, { kind: "message" }>["text"];
  children: (text: string) => ReactNode;
}

const FAILED = "Could not load the text. Try again.";
const GONE = "The rest of the text is not stored any more.";
const CUT = "The rest is too long to show. The source file has the whole text.";

/** Shows the start of a text, and the whole text on demand. Its images follow. */
export function WholeText({ of: { text, hidden, key, images = [] }, children }: WholeTextProps) {
  const loader = useContext(Loader);
  const [whole, setWhole] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const load = async () => {
    setLoading(true);
    setNote(null);
    try {
      const found = await loader.text(key);
      setWhole(found?.text ?? null);
      setNote(found === null ? GONE : found.isCut ? CUT : null);
    } catch {
      setNote(FAILED);
    }
    setLoading(false);
  };
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      {(text !== "" || images.length === 0) && children(whole ?? `${text}${hidden > 0 ? "…" : ""}`)}
      {hidden > 0 && whole === null && note !== GONE && (
        <Button size="sm" className="self-start" disabled={isLoading} onClick={() => void load()}>
          Show {formatCountOf(hidden, "more character")}
        </Button>
      )}
      {images.map((image, index) => (
        <Picture key={index} of={image} load={() => loader.image(key, index)} />
      ))}
      {note && <p className="text-sm text-text-2">{note}</p>}
    </div>
  );
}
