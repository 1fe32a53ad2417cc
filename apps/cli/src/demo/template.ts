/** Text with `{names}` in it that stand for values. */
export type Values = Readonly<Record<string, string | number>>;

/**
 * Puts values into a template.
 *
 * @throws RangeError where the template asks for a value that is not
 *   there: better no sample than one with holes.
 */
export function fill(template: string, values: Values): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`the template asks for {${name}}: ${template}`);
    return String(value);
  });
}
