import { z } from "zod";
import { text } from "./written-values";

/** An image of a line. */
export interface WrittenImage {
  /** As written, such as `image/png`; `image` if the line does not have it. */
  mediaType: string;
  /** Null if the line has no data, but an address or nothing. */
  base64: string | null;
}

const Block = z.looseObject({
  type: text,
  /** Anthropic's API. */
  source: z.looseObject({ media_type: text, data: text }).nullish().catch(null),
  /** Model Context Protocol. */
  mimeType: text,
  data: text,
  /** OpenAI's API. */
  image_url: z
    .union([z.string(), z.looseObject({ url: z.string() }).transform(({ url }) => url)])
    .nullish()
    .catch(null),
});

const DATA_URL = /^data:(image\/[\w.+-]{1,50});base64,/;

/** Returns the images of a list of content blocks, of the APIs of Anthropic and OpenAI and of MCP; none for other values. */
export function readImages(content: unknown): WrittenImage[] {
  return (Array.isArray(content) ? content : []).flatMap((each) => {
    const { data: block } = Block.safeParse(each);
    if (!block?.type?.endsWith("image")) return [];
    const url = block.image_url ?? "";
    const [start = "", mediaType] = DATA_URL.exec(url) ?? [];
    return {
      mediaType: mediaType ?? block.source?.media_type ?? block.mimeType ?? "image",
      base64: mediaType ? url.slice(start.length) : (block.source?.data ?? block.data ?? null),
    };
  });
}
