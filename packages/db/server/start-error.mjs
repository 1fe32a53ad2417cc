/**
 * A start that cannot succeed. The message is one sentence for the user at the terminal and names what to do.
 */
export class StartError extends Error {
  /** @override */
  name = "StartError";
}

/**
 * Explains a failed write.
 * @param {unknown} error of the file system
 * @param {string} folder absolute path of the folder to write to
 * @returns {unknown} a {@link StartError} for a refused or full disk, else `error` itself
 */
export function explainWriteError(error, folder) {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return new StartError(
      `Baton cannot write to ${folder}: make it writable for this account (or remove it, if another account made it), then start again.`,
    );
  }
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new StartError(`The disk that holds ${folder} is full: free about 2 GB, then start again.`);
  }
  return error;
}

/**
 * Explains why a PostgreSQL program failed.
 * @param {string} output of the program
 * @param {string} folder absolute path of its working folder
 * @returns {unknown}
 */
export function explainComplaint(output, folder) {
  if (output.includes("No space left on device")) return explainWriteError(withCode("ENOSPC"), folder);
  if (output.includes("Permission denied")) return explainWriteError(withCode("EACCES"), folder);
  const lines = output.trim().split("\n");
  const complaint = lines.find((line) => /error:|ERROR:|FATAL:|PANIC:/.test(line)) ?? lines.at(-1);
  return new StartError(`PostgreSQL could not start in ${folder}: ${complaint || "it said nothing"}`);
}

/** @param {string} code */
function withCode(code) {
  return Object.assign(new Error(code), { code });
}
