import { saveFile } from "@/frame/save-file";
import type { SeriesFile } from "./series-csv";

/** Spreadsheets take a file without it for one of their own country's encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Gives the figures of a chart as a file. What writes it is loaded when it is first wanted.
 *
 * @param name without its ending.
 */
export async function downloadCsv(name: string, file: SeriesFile): Promise<void> {
  const { toCsv } = await import("./series-csv");
  saveFile(`${name}.csv`, "text/csv;charset=utf-8", BYTE_ORDER_MARK + toCsv(file));
}
