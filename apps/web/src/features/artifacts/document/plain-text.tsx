/** A text as it was written, line for line. */
export function PlainText({ text }: { text: string }) {
  return <pre className="whitespace-pre-wrap text-sm leading-5 [overflow-wrap:anywhere]">{text}</pre>;
}
