/** Bytes of an answer; more isn't read. */
const mostBytes = 16_777_216

/**
 * Reads an answer of a node as text. No redirect is followed.
 *
 * @throws Error when the node doesn't answer within 10 seconds, or with more than 16 MiB.
 */
export async function fetchText(
  url: string,
  init: RequestInit = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  })
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let text = ''
  let length = 0
  for (;;) {
    const chunk = await reader?.read()
    if (!chunk || chunk.done) return { status: response.status, text: text + decoder.decode() }
    length += chunk.value.length
    if (length > mostBytes) {
      await reader?.cancel()
      throw new Error('It answered with more than 16 MiB.')
    }
    text += decoder.decode(chunk.value, { stream: true })
  }
}
