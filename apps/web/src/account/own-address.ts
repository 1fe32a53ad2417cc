/** Where to go once signed in: an address of this server that somebody was sent away from, else the start. */
export function ownAddress(wanted: string | null | undefined): string {
  // Of another server would be `//host` and `/\host`, as browsers read them.
  return wanted && /^\/(?![/\\])/.test(wanted) ? wanted : "/";
}
