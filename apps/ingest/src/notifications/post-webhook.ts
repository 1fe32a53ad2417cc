import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { useAgent } from "request-filtering-agent";

/** A receiver without a response after this time counts as unavailable. */
export const ANSWER_SECONDS = 10;

/**
 * Posts a body to a user's address. Never reaches this machine or a private network, even through DNS, except
 * `allowedNetworks`. Does not follow redirects, and reads only the status of the response.
 *
 * @param options.allowedNetworks addresses and networks (`10.1.0.0/16`) that are allowed.
 * @returns the status (RFC 9110, section 15).
 * @throws without a response.
 */
export async function postWebhook(
  target: string,
  body: string,
  { headers, allowedNetworks }: { headers: Record<string, string>; allowedNetworks: readonly string[] },
): Promise<number> {
  const url = new URL(target);
  const isHttps = url.protocol === "https:";
  if (!isHttps && url.protocol !== "http:") throw new Error("the URL must begin with https:// or http://");
  // Use a new agent each time, because a kept connection would bypass the address check.
  const agent = useAgent(url.href, { allowIPAddressList: [...allowedNetworks], keepAlive: false });
  const request = isHttps ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method: "POST",
      signal: AbortSignal.timeout(ANSWER_SECONDS * 1_000),
      headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body), ...headers },
    });
    sent.once("response", (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
