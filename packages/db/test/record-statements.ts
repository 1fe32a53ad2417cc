import { Client } from "pg";

/** Runs work, and returns the texts of the statements that all connections of this process sent meanwhile. */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { query } = Client.prototype;
  Client.prototype.query = function recordQuery(this: Client, ...parameters: unknown[]) {
    statements.push(textOf(parameters[0]));
    return Reflect.apply(query, this, parameters);
  };
  try {
    await work();
    return statements;
  } finally {
    Client.prototype.query = query;
  }
}

/** @param statement as `pg` accepts it: a text, or an object with the text. */
function textOf(statement: unknown): string {
  const hasText = typeof statement === "object" && statement !== null && "text" in statement;
  return String(hasText ? statement.text : statement);
}
