/**
 * Path under which this build serves Baton, such as `/baton`; empty at the root of a host name.
 * `next.config.ts` writes it into the build.
 */
export const BASE_PATH = process.env.BATON_BASE_PATH ?? "";

/**
 * Returns a path of this server as browsers request it. `Link`, the router and `redirect` of Next do this
 * themselves; everything else needs it: plain `<a>`, `<form>`, `fetch`, `location`, cookies, and links in texts.
 *
 * @param path starts with `/`, without the base path.
 */
export function withBasePath(path: string): string {
  return path === "/" ? BASE_PATH || "/" : BASE_PATH + path;
}
