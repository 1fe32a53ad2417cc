/** A tool whose files Baton does not read. Its name is the format of these files on pages. */
interface OtherTool {
  name: string;
  path: RegExp;
  /** Completes "It is not read: …", instead of the usual reason. */
  reason?: string;
}

const OTHER_TOOLS: readonly OtherTool[] = [
  {
    name: "opencode-db",
    path: /\/opencode\/opencode[^/]*\.db(?:-wal|-shm)?$/,
    reason: "it is OpenCode's database; export its sessions with opencode export",
  },
  { name: "aider", path: /\/\.aider\.(?:chat\.history\.md|input\.history|llm\.history)$/ },
  { name: "amazon-q", path: /\/amazon-q\/data\.sqlite3(?:-wal|-shm)?$/ },
  { name: "amp", path: /\/amp\/threads\/T-[^/]+\.json$/ },
  { name: "cline", path: /\/tasks\/[^/]+\/(?:api_conversation_history|ui_messages)\.json$/ },
  { name: "codebuddy", path: /\/\.codebuddy\/projects\/.+\.jsonl$/ },
  { name: "continue", path: /\/\.continue\/sessions\/[^/]+\.json$/ },
  { name: "crush", path: /\/\.crush\/crush\.db(?:-wal|-shm)?$/ },
  { name: "cursor", path: /\/(?:globalStorage|workspaceStorage\/[^/]+)\/state\.vscdb(?:-wal|-shm)?$/ },
  { name: "factory", path: /\/\.factory\/sessions\/.+\.jsonl$/ },
  { name: "goose", path: /\/goose\/sessions\/(?:sessions\.db(?:-wal|-shm)?|[^/]+\.jsonl)$/ },
  { name: "iflow", path: /\/\.iflow\/projects\/.+\.jsonl$/ },
  { name: "openclaw", path: /\/\.openclaw\/agents\/.+\.jsonl$/ },
  { name: "pi", path: /\/\.pi\/agent\/sessions\/.+\.jsonl$/ },
];

/**
 * Returns the tool that wrote a file, by the file's path. Some of these tools write lines like those of Claude
 * Code, so lines cannot identify their files.
 */
export function findOtherTool(path: string): { tool: string; notRead: string } | null {
  const found = OTHER_TOOLS.find((each) => each.path.test(path));
  return found
    ? { tool: found.name, notRead: found.reason ?? "Baton does not read files of this tool" }
    : null;
}
