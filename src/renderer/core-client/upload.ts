/** Sends a file's chunks to a procedure of the core, and resolves with its response. */

/**
 * Sends chunks to a procedure of the core, and resolves with its response. The chunks wait for the response: the connection may deliver
 * them before the request.
 */
export async function upload<Chunk, Response>(
  chunks: Iterable<Chunk> | AsyncIterable<Chunk>,
  send: (chunks: AsyncGenerator<Chunk>) => Promise<Response>,
): Promise<Response> {
  const responded = Promise.withResolvers<null>()
  const waiting = async function* (): AsyncGenerator<Chunk> {
    await responded.promise
    yield* chunks
  }
  try {
    return await send(waiting())
  } finally {
    responded.resolve(null)
  }
}
