const FILE =
  /(?:^|\/)(?:CLAUDE\.md|AGENTS\.md|memories\.jsonl|(?:memory|\.claude\/memory|\.codex\/memories)\/[^/]+\.(?:md|jsonl))$/;

/**
 * Returns true for files in which agents keep what they remember: `CLAUDE.md`, `AGENTS.md`, `memories.jsonl`,
 * and Markdown or JSON lines in the folders `memory`, `.claude/memory` and `.codex/memories`.
 */
export function isMemoryPath(path: string): boolean {
  return FILE.test(path);
}
