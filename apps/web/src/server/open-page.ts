import "server-only";
import { getTRPCErrorFromUnknown } from "@trpc/server";
import { headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import { cache, cacheSignal } from "react";
import { authorize, type Refusal } from "./authorize";
import { addressOfClient } from "./client-address";
import { createContext } from "./context";
import { decodeParams } from "./decode-params";
import { startFreshness } from "./freshness";
import { isOfAccount } from "./page-entrance";
import { PAGES, type PageName } from "./permissions";
import { takeOpenPageTurn, takePageTurn } from "./person-turns";

/** What this request is answered from; the same for all that is rendered for it. */
export const requestContext = cache(async () => {
  const rendered = cacheSignal();
  const requestHeaders = await headers();
  const context = await createContext({ headers: requestHeaders });
  const isFresh = startFreshness();
  const turn = context.user
    ? takePageTurn(
        {
          userId: context.user.id,
          headers: requestHeaders,
          isOfAccount: isOfAccount(requestHeaders.get("x-address") ?? ""),
        },
        rendered,
      )
    : takeOpenPageTurn(addressOfClient(requestHeaders), requestHeaders, rendered);
  // Nobody sees what becomes of a page that was left, and it is no fault to be logged.
  await turn.catch((error) => (hasLeft(error) ? notFound() : Promise.reject(error)));
  return isFresh() ? context : createContext({ headers: requestHeaders });
});

function hasLeft(error: unknown): boolean {
  // By its name: turns may be those of another bundle, whose class is another one.
  return getTRPCErrorFromUnknown(error).code === "CLIENT_CLOSED_REQUEST";
}

const authorizePage = cache(async (page: PageName, workspaceId: string) => {
  const granted = PAGES[page];
  if (typeof granted === "string") throw new Error(`${page} belongs to no workspace`);
  return authorize(await requestContext(), granted, workspaceId);
});

/**
 * Opens a page of a workspace to whoever may see it, and turns everybody else away.
 *
 * @param page   the name of its row in the table of permissions.
 * @param params as Next gives them.
 * @returns the parameters, decoded.
 */
export async function openPage<Params extends { workspace: string }>(
  page: PageName,
  params: Promise<Params>,
): Promise<Params> {
  const decoded = decodeParams(await params);
  const authorization = await authorizePage(page, decoded.workspace);
  return authorization.ok ? decoded : await turnAway(authorization.refusal);
}

/** Turns away from a page of the installation whoever is not signed in. */
export async function requireSignIn(): Promise<void> {
  const { user } = await requestContext();
  if (!user) await turnAway("not_signed_in");
}

/** Leads to where a refusal can be understood, or helped. */
export async function turnAway(refusal: Refusal): Promise<never> {
  switch (refusal) {
    case "not_signed_in": {
      const wanted = (await headers()).get("x-address") ?? "/";
      return redirect(wanted === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(wanted)}`);
    }
    case "no_such_workspace":
      return notFound();
    case "not_permitted":
      return forbidden();
  }
}
