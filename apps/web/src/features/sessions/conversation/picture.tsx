import type { ShownImage } from "@baton/server/conversation/item";
import { formatBytes } from "@baton/ui/format/number";
import { useEffect, useRef, useState } from "react";

type State = { url: string } | { failure: string } | null;

const GONE = "not stored any more";
const FAILED = "could not be loaded";

/** Shows an image once it is near the screen, with its type and size. */
export function Picture({
  of: { mediaType, bytes, canShow },
  load,
}: {
  of: ShownImage;
  load: () => Promise<string | null>;
}) {
  const figure = useRef<HTMLElement>(null);
  const loading = useRef(load);
  const [state, setState] = useState<State>(null);
  const isWanted = canShow && state === null;
  useEffect(() => {
    if (!isWanted || !figure.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        loading.current().then(
          (url) => setState(url === null ? { failure: GONE } : { url }),
          () => setState({ failure: FAILED }),
        );
      },
      { rootMargin: "200px" },
    );
    observer.observe(figure.current);
    return () => observer.disconnect();
  }, [isWanted]);
  const type = mediaType.replace(/^image\/|\+xml$/g, "").toUpperCase();
  const label = mediaType === "image" ? "Image" : `${type} image`;
  const notes = [
    label,
    bytes === null ? "not in the log" : formatBytes(bytes),
    ...(bytes !== null && !canShow ? ["not shown"] : []),
    ...(state && "failure" in state ? [state.failure] : []),
  ];
  return (
    <figure ref={figure} className="flex flex-col gap-1">
      {state && "url" in state && (
        <img
          src={state.url}
          alt={`${label} of the conversation`}
          className="max-h-[420px] max-w-full self-start rounded-md border border-line object-contain"
          onError={() => setState({ failure: "damaged" })}
        />
      )}
      <figcaption className="text-sm text-text-3">{notes.join(", ")}</figcaption>
    </figure>
  );
}
