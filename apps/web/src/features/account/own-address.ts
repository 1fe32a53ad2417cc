import { PAGES } from "@/server/permissions";

/** Placeholder origin for this server, under any name; it belongs to no other server (RFC 2606). */
const OWN_ORIGIN = "http://own.invalid";

/** Without the not-found page, which matches every URL, including those of files. */
const PAGE_PATHS = Object.keys(PAGES)
  .filter((page) => !page.includes("[..."))
  .map((page) => new RegExp(`^${page.replace(/\[\w+\]/g, "[^/]+")}$`));

/**
 * Returns the page to open after signing in: the page of this server that redirected the user, else the
 * start.
 * Only pages: otherwise a link on another website could trigger a download in the user's name.
 */
export function ownAddress(wanted: string | null | undefined): string {
  if (!wanted?.startsWith("/") || !URL.canParse(wanted, OWN_ORIGIN)) return "/";
  // Read as a browser reads it, which drops tabs and line breaks, and takes `\` for `/`.
  const { origin, pathname, search, hash } = new URL(wanted, OWN_ORIGIN);
  // `/.//host` is of this server, and its path, which is `//host`, would not be.
  if (origin !== OWN_ORIGIN || pathname.startsWith("//")) return "/";
  return PAGE_PATHS.some((page) => page.test(pathname)) ? pathname + search + hash : "/";
}
