/** A price in US dollars, to cents, and to parts of them only where there are any: $1.10, $0.0375. */
export function formatPrice(dollars: number): string {
  const inCents = dollars.toFixed(2);
  return `$${Number(inCents) === dollars ? inCents : dollars.toFixed(4)}`;
}
