/** The oldest Node that Baton runs on, as in package.json's `engines`. */
const OLDEST = { major: 20, minor: 19 };

/**
 * Whether a version of Node will do.
 * @param {string} version such as `20.19.0`
 */
export function isNodeNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
}

/** Ends the process with one sentence where Node is too old. */
export function requireNode() {
  const version = process.versions.node;
  if (isNodeNewEnough(version)) return;
  console.error(
    `Baton needs Node ${OLDEST.major}.${OLDEST.minor} or newer, and this is ${version}: install a newer one from nodejs.org, then start again.`,
  );
  process.exit(1);
}
