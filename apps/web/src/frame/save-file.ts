/**
 * Gives the reader of the page a file that was made in the browser.
 *
 * @param name with its ending.
 * @param type its media type.
 */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
