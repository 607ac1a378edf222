/** Statuses whose answers have no body (Fetch standard, "null body status"). */
const bodiless = new Set([101, 103, 204, 205, 304])

/** Bytes an answer may have where nothing else is said: more than any list a page can show, less than a page can hold. */
export const defaultByteLimit = 32 * 1024 * 1024

/** The body had more bytes than it may. It was not read to its end. */
export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError'
  readonly byteLimit: number

  constructor(byteLimit: number) {
    super(`The answer is larger than ${byteLimit} bytes.`)
    this.byteLimit = byteLimit
  }
}

/**
 * `fetch` that settles with the whole answer and not with its headers, so that a limit in time put around it holds for
 * a body that stalls too. The answer has no `url`.
 *
 * @param byteLimit Bytes of the body, decompressed. Default 32 MiB. What is larger is not read to its end.
 * @throws AnswerTooLargeError
 */
export async function fetchWhole(
  input: RequestInfo | URL,
  init?: RequestInit,
  byteLimit = defaultByteLimit,
): Promise<Response> {
  const response = await fetch(input, init)
  const { status, statusText, headers } = response
  const body = bodiless.has(status) ? null : await readBody(response, byteLimit)
  return new Response(body, { status, statusText, headers })
}

async function readBody(response: Response, byteLimit: number): Promise<BodyInit> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for (let size = 0; reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > byteLimit) {
      // The rest is of no use, and neither is what the server says to being cut off.
      reader.cancel().catch(() => {})
      throw new AnswerTooLargeError(byteLimit)
    }
    chunks.push(value)
  }
  // A body of bytes is read faster than a blob's, which is a stream of its own. Most answers come in one piece.
  return chunks.length === 1 && chunks[0] ? chunks[0] : new Blob(chunks)
}
