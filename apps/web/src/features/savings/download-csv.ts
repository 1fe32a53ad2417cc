import { saveFile } from "@/frame/save-file";
import type { SeriesFile } from "./series-csv";

/** Without it, spreadsheets assume a local encoding. */
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
