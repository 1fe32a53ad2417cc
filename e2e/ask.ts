import { expect, type Page } from "@playwright/test";

/**
 * Calls a query like the browser pages, with their cookies, without opening a page.
 * @param path location of the value in the response: `sessions.0.sessionId`.
 */
export async function ask(page: Page, procedure: string, input: object, path: string): Promise<string> {
  const json = encodeURIComponent(JSON.stringify({ json: input }));
  const answer = await page.request.get(`/api/trpc/${procedure}?input=${json}`);
  let value: unknown = await answer.json();
  for (const part of `result.data.json.${path}`.split(".")) value = Reflect.get(Object(value), part);
  expect(["string", "number"], `${path} of ${procedure}`).toContain(typeof value);
  return String(value);
}
