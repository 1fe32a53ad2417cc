import { createServer } from "node:net";

const LAST_PORT = 65_535;

/**
 * Finds a port on 127.0.0.1 that is free at this moment.
 * @param {number} [from] the first port to try, then the following ones; 0 lets the system choose any
 * @returns {Promise<number>}
 * @throws {Error} if all of them are in use
 */
export async function findFreePort(from = 0) {
  for (let port = from; port <= LAST_PORT; port += 1) {
    const bound = await tryToBind(port);
    if (bound !== undefined) return bound;
  }
  throw new Error(`Every port from ${from} on is taken.`);
}

/** @param {number} port @returns {Promise<number | undefined>} */
function tryToBind(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : undefined));
    });
  });
}
