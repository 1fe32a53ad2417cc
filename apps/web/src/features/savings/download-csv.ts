import { saveFile } from "@/frame/save-file";
import type { SeriesFile } from "./series-csv";

/** Spreadsheets take a file without it for one of their own country's encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Downloads the values of a chart. Loads the CSV writer on first use.
 *
 * @param name without extension.
 */
export async function downloadCsv(name: string, file: SeriesFile): Promise<void> {
  const { toCsv } = await import("./series-csv");
  saveFile(`${name}.csv`, "text/csv;charset=utf-8", BYTE_ORDER_MARK + toCsv(file));
}
