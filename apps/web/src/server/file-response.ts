/**
 * Creates a download. Browsers never display it, so its content cannot act as a page of this server.
 *
 * @param file.type   its media type.
 * @param file.name without the extension, which is the format; cut to 100 characters, and those that
 * some file systems reject become `_`.
 */
export function toFile(body: BodyInit, file: { type: string; name: string; format: string }): Response {
  const name = file.name.replace(/[^A-Za-z0-9._-]/g, "_").slice(0, 100);
  return new Response(body, {
    headers: {
      "content-type": file.type,
      "content-disposition": `attachment; filename="${name}.${file.format}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** Reads as fast as the client accepts; a client that disconnects stops the reading. */
export function toStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
