import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { useAgent } from "request-filtering-agent";

/** A receiver without a response after this time counts as unavailable. */
export const ANSWER_SECONDS = 10;

/** Characters of a response that are read. */
const REASON_LENGTH = 200;

/**
 * Posts a body to a user's address. Never reaches this machine or a private network, even through DNS, except
 * `allowedNetworks`. Does not follow redirects.
 *
 * @param options.allowedNetworks addresses and networks (`10.1.0.0/16`) that are allowed.
 * @param options.readsReason reads the start of the response's text too: services explain what they refuse.
 * @returns the status (RFC 9110, section 15), and the text; "" if it is not read.
 * @throws without a response.
 */
export async function postWebhook(
  target: string,
  body: string,
  options: {
    headers: Record<string, string>;
    allowedNetworks: readonly string[];
    readsReason?: boolean;
  },
): Promise<{ status: number; reason: string }> {
  const { headers, allowedNetworks, readsReason = false } = options;
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
      const status = response.statusCode ?? 0;
      const settle = () => {
        resolve({ status, reason: reason.slice(0, REASON_LENGTH) });
        response.destroy();
      };
      let reason = "";
      if (!readsReason) return settle();
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        reason += chunk;
        if (reason.length >= REASON_LENGTH) settle();
      });
      response.once("end", settle);
      response.once("error", settle);
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
