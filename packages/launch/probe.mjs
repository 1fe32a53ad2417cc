import { get } from "node:http";

const PATIENCE_MILLISECONDS = 10_000;

/**
 * Sends an HTTP request on its own connection, because a keep-alive connection would prevent the server from
 * stopping.
 * @param {string} url
 * @returns {Promise<number | undefined>} the status; `undefined` without a response
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
