import "server-only";
import { headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import { cache } from "react";
import { authorize, type Refusal } from "./authorize";
import { createContext } from "./context";
import { PAGES, type PageName } from "./permissions";

/** What this request is answered from; the same for all that is rendered for it. */
export const requestContext = cache(async () => createContext({ headers: await headers() }));

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
  const decoded = { ...(await params) };
  for (const name in decoded) Object.assign(decoded, { [name]: decodeURIComponent(`${decoded[name]}`) });
  const authorization = await authorizePage(page, decoded.workspace);
  return authorization.ok ? decoded : turnAway(authorization.refusal);
}

/** Leads to where a refusal can be understood, or helped. */
export function turnAway(refusal: Refusal): never {
  switch (refusal) {
    case "not_signed_in":
      return redirect("/sign-in");
    case "no_such_workspace":
      return notFound();
    case "not_permitted":
      return forbidden();
  }
}
