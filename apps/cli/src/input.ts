import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { CommandError, misuse } from "./command-error";

/** File name that means standard input. */
export const STANDARD_INPUT = "-";

interface TextInput {
  /** The path as the user named it, or "-". */
  path: string;
  text: string;
  byteLength: number;
}

/**
 * Reads a text file, or standard input if `path` is "-". Keeps a byte order mark in the text.
 *
 * @throws CommandError if it cannot be read, is not UTF-8, or if standard input is a keyboard.
 */
export async function readTextInput(path: string): Promise<TextInput> {
  const bytes = path === STANDARD_INPUT ? await readStandardInput() : await readBytes(path);
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { path, text, byteLength: bytes.byteLength };
  } catch {
    throw new CommandError(`${nameInput(path)} is not UTF-8 text. Convert it first, for example with iconv.`);
  }
}

/**
 * Reads a JSON document from a file, or from standard input if `path` is "-".
 *
 * @throws CommandError if it cannot be read or is not JSON.
 */
export async function readJsonInput(path: string): Promise<unknown> {
  const { text } = await readTextInput(path);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${nameInput(path)} is not JSON: ${reason}.`);
  }
}

/** Names an input in a message. */
export function nameInput(path: string): string {
  return path === STANDARD_INPUT ? "Standard input" : path;
}

async function readStandardInput(): Promise<Buffer> {
  if (process.stdin.isTTY) throw misuse("Nothing to read. Pass a file or pipe text into the command.");
  return buffer(process.stdin);
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw explainReadError(error, path);
  }
}

const READ_ERRORS: Record<string, (path: string) => CommandError> = {
  ENOENT: (path) => new CommandError(`${path} does not exist. Check the path.`),
  ENOTDIR: (path) => new CommandError(`${path} does not exist. A part of the path is a file.`),
  EISDIR: (path) => new CommandError(`${path} is a folder. Pass a file.`),
  EACCES: (path) => new CommandError(`${path} is not readable by this account. Change its permissions.`),
  ENAMETOOLONG: (path) => new CommandError(`${path} is too long to be a path.`),
};

/** Turns a failed read into a CommandError; returns other errors unchanged. */
export function explainReadError(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return READ_ERRORS[code]?.(path) ?? error;
}
