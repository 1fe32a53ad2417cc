import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { getTRPCErrorFromUnknown, type TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { addressOfClient } from "./client-address";
import { concealError } from "./failure";
import { type Identity, identify } from "./identity";
import { inLookupTurn, letPageIn } from "./person-turns";
import { isHandled } from "./sent-to-pages";

/** Files of the build, which cost next to nothing; with nothing in it that leads elsewhere. */
const BUILT = /^(?!.*(?:\.\.|\/\/))\/_next\/static\/[\w./~-]+$/;

const NOBODY: Identity = { user: null };

const ACCOUNT = /^\/account(?:\?|$)/;

/**
 * Whether an address is that of the page of one's account, which
 * has turns of its own, as what it asks for has.
 */
export function isOfAccount(address: string): boolean {
  return ACCOUNT.test(address);
}

/**
 * Has a request wait outside of Next until it is its turn to come in, where it is for a page: by person, and
 * of nobody in particular by address. Who leaves before that costs nothing.
 *
 * @param answer of Next; what is no page is answered at once, and has turns of its own.
 */
export async function admitPages(
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<unknown>,
): Promise<void> {
  const { url = "" } = request;
  if (isHandled(url) || BUILT.test(url)) return void (await answer());
  try {
    const headers = readHeaders(request);
    const asker = await nameAsker(headers);
    await letPageIn(isOfAccount(url) ? `account of ${asker}` : asker, { headers, response }, answer);
  } catch (error) {
    const refusal = refuse(error);
    if (response.headersSent) return void response.destroy();
    response.writeHead(getHTTPStatusCodeFromError(refusal), { "content-type": "text/plain; charset=utf-8" });
    response.end(`${refusal.message}\n`);
  }
}

/**
 * A cookie alone names nobody: one person has as many as they sign in, and what else is
 * signed for nobody in particular looks like one.
 */
async function nameAsker(headers: Headers): Promise<string> {
  const address = addressOfClient(headers);
  if (!headers.has("cookie")) return `address ${address}`;
  // Where the database is away, the page says so.
  const { user } = await inLookupTurn(address, headers, () => identify(headers).catch(() => NOBODY));
  return user ? `person ${user.id}` : `address ${address}`;
}

function refuse(error: unknown): TRPCError {
  const refusal = getTRPCErrorFromUnknown(error);
  return refusal.code === "INTERNAL_SERVER_ERROR"
    ? concealError(error, { path: "page", type: "entrance" })
    : refusal;
}

function readHeaders({ headers }: IncomingMessage): Headers {
  const read = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const each of [value ?? []].flat()) read.append(name, each);
  return read;
}
