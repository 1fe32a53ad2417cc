/**
 * Rejects requests that another site's page could make a browser send. A request that may change data must
 * be JSON, which no form can send, and must come from a page of this server according to `Origin`. Reads
 * need neither, since other sites cannot see the response.
 *
 * @returns the refusal, or null if the request may continue.
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
 * Rejects a download that another site's page started, since the audit log names the user as its author.
 * Browsers report the source of a request in `Sec-Fetch-Site` (W3C Fetch Metadata): this site, or a typed
 * URL. `Origin` and `Referer` count too, if present. A prefetch (`Sec-Purpose`) is not a user's request.
 *
 * @returns the refusal, or null if the request may continue.
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

/** Compares hosts and ports only, because behind a proxy the scheme differs from the browser's. */
function isOwn(headers: Headers, name: "origin" | "referer"): boolean {
  const given = headers.get(name);
  const host = headers.get("host");
  if (given === null || host === null || !URL.canParse(given)) return false;
  return new URL(given).host === host.toLowerCase();
}
