/** An answer of data that is somebody's own: no cache on the way keeps it. */
export function privateJson(answer: unknown): Response {
  return Response.json(answer, { headers: { "cache-control": "private, no-store" } });
}
