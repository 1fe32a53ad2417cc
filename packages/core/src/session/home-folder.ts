/** Folders of users on Linux, macOS and Windows. */
const HOME = /^(?:\/home|\/Users|[A-Za-z]:[\\/]Users)[\\/]([^\\/]+)/;
/** Folders at the same place that are shared. */
const SHARED = new Set(["Public", "Shared"]);

/** Returns the user whose home folder contains a folder; null outside of home folders. */
export function userOfFolder(folder: string | undefined): string | null {
  const name = folder === undefined ? undefined : HOME.exec(folder)?.[1];
  return name === undefined || SHARED.has(name) ? null : name;
}
