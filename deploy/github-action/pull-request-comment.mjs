const PAGE_SIZE = 100;

/**
 * Writes the comment of this action on a pull request: changes the one that it wrote before, else creates it.
 * @param {{ api: string, repository: string, token: string }} github
 * @param {{ number: number, marker: string, body: string }} comment `marker` is an HTML comment that identifies it
 * @returns {Promise<"created" | "updated">}
 */
export async function writeComment({ api, repository, token }, { number, marker, body }) {
  /** @param {string} method @param {string} path @param {object} [content] */
  const ask = async (method, path, content) => {
    const response = await fetch(`${api}/repos/${repository}${path}`, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${token}`,
        "user-agent": "baton-policy-action",
        "x-github-api-version": "2022-11-28",
      },
      ...(content && { body: JSON.stringify(content) }),
    });
    if (!response.ok) throw new Error(`GitHub responded with ${response.status} to ${method} ${path}`);
    return response.json();
  };
  const text = `${marker}\n${body}`;
  for (let page = 1; ; page += 1) {
    const comments = await ask("GET", `/issues/${number}/comments?per_page=${PAGE_SIZE}&page=${page}`);
    const own = comments.find((/** @type {any} */ { body: each }) => each?.startsWith(marker));
    if (own) {
      await ask("PATCH", `/issues/comments/${own.id}`, { body: text });
      return "updated";
    }
    if (comments.length < PAGE_SIZE) break;
  }
  await ask("POST", `/issues/${number}/comments`, { body: text });
  return "created";
}
