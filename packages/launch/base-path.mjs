/**
 * Returns the path of Baton's public address without a slash at the end: `/baton`, or an empty text at the root of a host
 * name. Web and ingest check the address.
 *
 * @param {string | undefined} url
 */
export function basePathOf(url) {
  return url && URL.canParse(url) ? new URL(url).pathname.replace(/\/+$/, "") : "";
}
