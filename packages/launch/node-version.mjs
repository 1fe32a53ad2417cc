/** The oldest supported version of Node, as in the `engines` field of package.json. */
export const OLDEST_NODE = "20.19";

/**
 * Returns true if a version of Node is supported.
 * @param {string} version such as `20.19.0`
 */
export function isNodeNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split(".").map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** Exits with an error message if Node is too old. */
export function requireNode() {
  const version = process.versions.node;
  if (isNodeNewEnough(version)) return;
  console.error(
    `Baton needs Node ${OLDEST_NODE} or newer, and this is ${version}: install a newer one from nodejs.org, then start again.`,
  );
  process.exit(1);
}
