/**
 * Reads an answer of a stranger's server, up to a limit: what is longer is left unread.
 *
 * @param limit in bytes
 * @throws Error when it is longer, or isn't JSON
 */
export async function readBoundedJson(response: Response, limit: number): Promise<unknown> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > limit) {
      await reader.cancel()
      throw new Error(`The answer is longer than ${limit} bytes.`)
    }
    text += decoder.decode(value, { stream: true })
  }
  return JSON.parse(text + decoder.decode())
}
