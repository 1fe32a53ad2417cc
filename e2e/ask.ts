import { expect, type Page } from "@playwright/test";

/**
 * Asks a query as the pages of the browser do, with its cookies, and without drawing one.
 *
 * @param path where in the answer what is wanted stands: `sessions.0.sessionId`.
 */
export async function ask(page: Page, procedure: string, input: object, path: string): Promise<string> {
  const json = encodeURIComponent(JSON.stringify({ json: input }));
  const answer = await page.request.get(`/api/trpc/${procedure}?input=${json}`);
  let value: unknown = await answer.json();
  for (const part of `result.data.json.${path}`.split(".")) value = Reflect.get(Object(value), part);
  expect(["string", "number"], `${path} of ${procedure}`).toContain(typeof value);
  return String(value);
}
