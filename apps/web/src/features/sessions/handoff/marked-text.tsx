/** Shows a sentence from core, whose backticks mark machine-readable names: a rule, a field, an agent. */
export function MarkedText({ text }: { text: string }) {
  return text.split("`").map((part, index) => {
    // The odd parts are between backticks. A part is identified only by its position.
    const key = `${index}:${part}`;
    return index % 2 === 1 ? <code key={key}>{part}</code> : <span key={key}>{part}</span>;
  });
}
