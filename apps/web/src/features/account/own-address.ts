import { PAGES } from "@/server/permissions";

/** Stands for this server, whatever its name is; no other has this one (RFC 2606). */
const OWN_ORIGIN = "http://own.invalid";

/** But for the page that says that there is none: every address is one of its, those of files too. */
const PAGE_PATHS = Object.keys(PAGES)
  .filter((page) => !page.includes("[..."))
  .map((page) => new RegExp(`^${page.replace(/\[\w+\]/g, "[^/]+")}$`));

/**
 * Where to go once signed in: a page of this server that somebody was sent away from, else the start. Nothing
 * that is no page: a link of another website would have a file taken away in the name of whoever signs in.
 */
export function ownAddress(wanted: string | null | undefined): string {
  if (!wanted?.startsWith("/") || !URL.canParse(wanted, OWN_ORIGIN)) return "/";
  // Read as a browser reads it, which drops tabs and line breaks, and takes `\` for `/`.
  const { origin, pathname, search, hash } = new URL(wanted, OWN_ORIGIN);
  // `/.//host` is of this server, and its path, which is `//host`, would not be.
  if (origin !== OWN_ORIGIN || pathname.startsWith("//")) return "/";
  return PAGE_PATHS.some((page) => page.test(pathname)) ? pathname + search + hash : "/";
}
