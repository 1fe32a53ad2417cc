/** Opens an address anew: nothing that was asked for as somebody else, or as nobody, is shown again. */
export function enter(address: string): void {
  window.location.assign(address);
}
