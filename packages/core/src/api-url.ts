/**
 * Returns the URL of a path of a server's HTTP API. Keeps the path of a server that shares its host name with
 * others, which `new URL("/…", server)` would drop.
 *
 * @param server such as `https://example.com/baton`.
 * @param path starts with `/`; it can have a query.
 * @throws TypeError for an invalid server, with how to write one.
 */
export function apiUrl(server: string, path: string): URL {
  const isAddress = /^https?:\/\//i.test(server) && URL.canParse(server);
  if (isAddress) return new URL(path.slice(1), server.replace(/\/*$/, "/"));
  throw new TypeError(`\`${server}\` is not the address of a server. Write it like http://127.0.0.1:3000`);
}
