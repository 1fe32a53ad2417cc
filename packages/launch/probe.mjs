import { get } from "node:http";

const PATIENCE_MILLISECONDS = 10_000;

/**
 * Asks an address over HTTP, on a connection of its own: one that is
 * kept alive would keep the server from ending.
 * @param {string} url
 * @returns {Promise<number | undefined>} the status; `undefined` when nobody answers
 */
export function probe(url) {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: PATIENCE_MILLISECONDS }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(undefined));
  });
}
