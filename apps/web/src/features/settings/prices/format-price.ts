/** Formats a price in US dollars to cents, with more decimals only if needed: $1.10, $0.0375. */
export function formatPrice(dollars: number): string {
  const inCents = dollars.toFixed(2);
  return `$${Number(inCents) === dollars ? inCents : dollars.toFixed(4)}`;
}
