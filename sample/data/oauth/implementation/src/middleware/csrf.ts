/** Refuses requests that change something and come without the token that the page was given. */
export function requireCsrfToken(request: Request, session: { csrfToken: string }): Response | null {
  if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return null;
  if (request.headers.get("X-CSRF-Token") === session.csrfToken) return null;
  return Response.json({ error: "forbidden" }, { status: 403 });
}
