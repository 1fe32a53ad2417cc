/** Shows a text unchanged, line by line. */
export function PlainText({ text }: { text: string }) {
  return <pre className="whitespace-pre-wrap text-sm leading-5 [overflow-wrap:anywhere]">{text}</pre>;
}
