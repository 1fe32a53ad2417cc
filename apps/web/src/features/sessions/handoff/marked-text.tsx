/** A sentence of the policy core, in which backticks mark what a machine reads: a rule, a field, an agent. */
export function MarkedText({ text }: { text: string }) {
  return text.split("`").map((part, index) => {
    // Between the first and second backtick, the third and fourth: the odd
    // parts. A part has no other name than its place.
    const key = `${index}:${part}`;
    return index % 2 === 1 ? <code key={key}>{part}</code> : <span key={key}>{part}</span>;
  });
}
