/** Formats a count with its noun: "1 handoff", "12,046 handoffs", "2 losses". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
