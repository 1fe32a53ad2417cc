/**
 * Returns `node:crypto`, which is loaded on first use: that takes longer than most hooks have to do, and few of them need
 * it.
 */
export function crypto() {
  return process.getBuiltinModule("node:crypto");
}
