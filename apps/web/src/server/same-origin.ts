/**
 * Refuses what another site's page could make a browser send: a request that may change something must be
 * JSON, which no form can send, and must come from a page of this server, as the browser itself says in
 * `Origin`. Reading needs neither: no other site is let see the answer.
 *
 * @returns the refusal, or null where the request may go on.
 */
export function refuseForeignRequest(request: Request): Response | null {
  if (request.method === "GET" || request.method === "HEAD") return null;
  if (!isJson(request.headers.get("content-type"))) {
    return new Response("Content-Type must be application/json.", { status: 415 });
  }
  if (!isOwn(request.headers, "origin")) {
    return new Response("Request from another site rejected.", { status: 403 });
  }
  return null;
}

/**
 * Refuses a download that another site's page has led to: it stands in the audit log, by whose hand, and
 * should be by it. A browser says in `Sec-Fetch-Site` where a request comes from (W3C Fetch Metadata): from
 * here, or from an address that a person typed. Where it says so in `Origin` or `Referer` too, that counts;
 * and what it fetches ahead, for a page that may be anybody's, nobody has asked for (`Sec-Purpose`).
 *
 * @returns the refusal, or null where the request may go on.
 */
export function refuseForeignDownload({ headers }: Pick<Request, "headers">): Response | null {
  const site = headers.get("sec-fetch-site") ?? "none";
  const isOfHere = (["origin", "referer"] as const).every(
    (name) => !headers.has(name) || isOwn(headers, name),
  );
  if (isOfHere && (site === "same-origin" || site === "none") && !headers.has("sec-purpose")) return null;
  return new Response("Download from another site rejected. Open the file from its page in Baton.", {
    status: 403,
  });
}

function isJson(contentType: string | null): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === "application/json";
}

/**
 * Compares names and ports only: behind a proxy the scheme that the
 * browser sees is not the one that arrives here.
 */
function isOwn(headers: Headers, name: "origin" | "referer"): boolean {
  const given = headers.get(name);
  const host = headers.get("host");
  if (given === null || host === null || !URL.canParse(given)) return false;
  return new URL(given).host === host.toLowerCase();
}
