/** Thrown to answer a tool call with an error. Its message tells the agent what to do. */
export class ToolError extends Error {
  override name = "ToolError";
}
