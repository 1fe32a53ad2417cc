/**
 * Returns the URL of a path of a server's HTTP API. Keeps the path of a server that shares its host name with
 * others, which `new URL("/…", server)` would drop.
 *
 * @param server such as `https://example.com/baton`.
 * @param path starts with `/`; it can have a query.
 * @throws TypeError for an invalid server.
 */
export function apiUrl(server: string, path: string): URL {
  return new URL(path.slice(1), server.replace(/\/*$/, "/"));
}
