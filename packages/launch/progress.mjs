/** Shorter steps print no line. */
const SILENT_MILLISECONDS = 800;
const TICK_MILLISECONDS = 10_000;

/**
 * Does work and reports it on stderr while it takes long: a line at the start, one every ten seconds, one at
 * the end. Uses lines instead of a spinner, so that the output is the same in a terminal, a pipe and a log.
 *
 * @template T
 * @param {string} title such as “Building”
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const begin = Date.now();
  const seconds = () => Math.round((Date.now() - begin) / 1000);
  let isAnnounced = false;
  const announce = setTimeout(() => {
    isAnnounced = true;
    console.error(`${title} …`);
  }, SILENT_MILLISECONDS);
  const tick = setInterval(() => console.error(`${title} … ${seconds()} s`), TICK_MILLISECONDS);
  try {
    const result = await work();
    if (isAnnounced) console.error(`${title}: done in ${seconds()} s`);
    return result;
  } finally {
    clearTimeout(announce);
    clearInterval(tick);
  }
}
