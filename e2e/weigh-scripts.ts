import { get } from "node:http";
import { BATON_ADDRESS } from "./env";

const sizes = new Map<string, Promise<number>>();

/**
 * Returns the bytes of JavaScript that a page loads before any interaction, gzipped as the server sends them
 * to a browser with an empty cache. Excludes scripts that load on demand, such as the chart library.
 *
 * @param html the document as the server sent it.
 */
export async function weighScripts(html: string): Promise<number> {
  const tags = html.match(/<script\b[^>]*\bsrc="[^"]*"[^>]*>/g) ?? [];
  // Modern browsers skip `nomodule` scripts.
  const sources = tags
    .filter((tag) => !/\bnomodule\b/i.test(tag))
    .map((tag) => /\bsrc="([^"]*)"/.exec(tag)?.[1]);
  const bytes = await Promise.all([...new Set(sources)].map((source) => weigh(source ?? "")));
  return bytes.reduce((sum, size) => sum + size, 0);
}

function weigh(source: string): Promise<number> {
  const known = sizes.get(source);
  if (known) return known;
  const size = new Promise<number>((resolve, reject) => {
    const address = new URL(source.replaceAll("&amp;", "&"), BATON_ADDRESS);
    const request = get(address, { headers: { "accept-encoding": "gzip" } }, (response) => {
      let received = 0;
      response.on("data", (chunk: Buffer) => {
        received += chunk.length;
      });
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve(received);
        else reject(new Error(`${source} was answered with ${response.statusCode}`));
      });
    });
    request.on("error", reject);
  });
  sizes.set(source, size);
  return size;
}
