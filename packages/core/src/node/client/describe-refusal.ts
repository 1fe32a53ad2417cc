/**
 * Returns a server's reason for rejecting a request: the `detail` of a problem (RFC 9457), otherwise the
 * status in words. Never throws.
 */
export async function describeRefusal(response: Response): Promise<string> {
  const problem: unknown = await response.json().catch(() => null);
  const hasDetail = typeof problem === "object" && problem !== null && "detail" in problem;
  return hasDetail ? String(problem.detail) : response.statusText;
}
