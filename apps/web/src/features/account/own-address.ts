import { PAGES } from "@/server/permissions";

/** Placeholder origin for this server. The name is reserved and belongs to no server (RFC 2606). */
const OWN_ORIGIN = "http://own.invalid";

/** Excludes the not-found page, which matches every URL, including those of files. */
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
  // Parse the URL like a browser, which removes tabs and line breaks and treats `\` as `/`.
  const { origin, pathname, search, hash } = new URL(wanted, OWN_ORIGIN);
  // `/.//host` has this origin, but its path `//host` would not.
  if (origin !== OWN_ORIGIN || pathname.startsWith("//")) return "/";
  return PAGE_PATHS.some((page) => page.test(pathname)) ? pathname + search + hash : "/";
}
