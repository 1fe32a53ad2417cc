import { cn } from "@baton/ui/cn";
import { readableText } from "@baton/ui/format/readable-name";

/** Shows a text as it is, each line in the direction of its script. People paste code, which is not Markdown. */
export function AsWritten({ text, className }: { text: string; className?: string }) {
  return (
    <p
      className={cn(
        "min-w-0 whitespace-pre-wrap text-start [overflow-wrap:anywhere] [unicode-bidi:plaintext]",
        className,
      )}
    >
      {readableText(text)}
    </p>
  );
}
