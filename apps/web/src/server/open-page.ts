import "server-only";
import { headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import { cache } from "react";
import { authorize, type Refusal } from "./authorize";
import { createContext } from "./context";
import { decodeParams } from "./decode-params";
import { PAGES, type PageName } from "./permissions";

/** Returns the context of this request, shared by everything that is rendered for it. */
export const requestContext = cache(async () => createContext({ headers: await headers() }));

/**
 * Opens a page of a workspace for a permitted user, and redirects all others.
 *
 * @param page   the name of its row in the table of permissions.
 * @param params as Next passes them.
 * @returns the parameters, decoded.
 */
export async function openPage<Params extends { workspace: string }>(
  page: PageName,
  params: Promise<Params>,
): Promise<Params> {
  const decoded = decodeParams(await params);
  const granted = PAGES[page];
  if (typeof granted === "string") throw new Error(`${page} is not a page of a workspace`);
  const authorization = await authorize(await requestContext(), granted, decoded.workspace);
  return authorization.ok ? decoded : await turnAway(authorization.refusal);
}

/** Redirects users who are not signed in from a page of the installation. @returns the user. */
export async function requireSignIn() {
  const { user } = await requestContext();
  return user ?? (await turnAway("not_signed_in"));
}

/** Redirects to a page that explains or resolves a refusal. */
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
