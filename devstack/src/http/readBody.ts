import type { IncomingMessage } from 'node:http'

/** Thrown by {@link readBody} when a request is larger than the server accepts. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

/** Reads a request body as UTF-8 text, up to `limit` bytes. Throws {@link BodyTooLargeError} above it. */
export async function readBody(request: IncomingMessage, limit = 4_000_000): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new BodyTooLargeError(`The request body is larger than ${limit} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
