import { isClone } from "./data-folder.mjs";

/**
 * Returns the path of Baton's public address without a slash at the end: `/baton`, or an empty text at the root of a host
 * name. Web and ingest check the address.
 *
 * @param {string | undefined} url
 */
export function basePathOf(url) {
  return url && URL.canParse(url) ? new URL(url).pathname.replace(/\/+$/, "") : "";
}

/**
 * Returns why an installed package cannot serve a public address; undefined if it can. The package contains a build for the
 * root of a host name, and only a clone or an image can be built for a path.
 *
 * @param {string} root absolute path of the product
 * @param {string | undefined} url
 */
export function explainPath(root, url) {
  const path = basePathOf(url);
  if (path === "" || isClone(root)) return undefined;
  return `BATON_URL has the path ${path}, and the installed package serves only the root of a host name. Use a host name of its own, such as https://baton.example.com, or a clone or image that is built for the path.`;
}
