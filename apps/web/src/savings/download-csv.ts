import type { SeriesFile } from "./series-csv";

/**
 * Gives the figures of a chart as a file. What writes it is loaded when it is first wanted.
 *
 * @param name without its ending.
 */
export async function downloadCsv(name: string, file: SeriesFile): Promise<void> {
  const { toCsv } = await import("./series-csv");
  // Spreadsheets take a file without the mark for one of their own country's encoding.
  const address = URL.createObjectURL(new Blob(["\uFEFF", toCsv(file)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
