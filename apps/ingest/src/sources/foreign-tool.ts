/** Tools whose files look like others', each with what its lines alone have. */
const TOOLS: readonly (readonly [name: string, ownsLine: (line: Record<string, unknown>) => boolean])[] = [
  // Its fork of Gemini CLI writes Claude Code's envelope around Gemini's messages.
  ["Qwen Code", (line) => isObject(line.message) && Array.isArray(line.message.parts) && "sessionId" in line],
];

/** Names the unsupported tool that wrote a line, or returns null. */
export function nameForeignTool(line: Record<string, unknown>): string | null {
  return TOOLS.find(([, ownsLine]) => ownsLine(line))?.[0] ?? null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
