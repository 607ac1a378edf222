import { WrongAnswer } from './outcome.js'

const plainHost = (url: string) => new URL(url).hostname.replace(/^www\./, '')

/** Asks for a page as a link does. One that keeps scripts out by 403 or 429 is there all the same: a person sees more than this. */
export async function askPage(url: string, stays: boolean, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { signal, headers: { accept: 'text/html' } })
  await response.body?.cancel()
  if (!response.ok && response.status !== 403 && response.status !== 429) {
    throw new WrongAnswer(`answers ${response.status}`)
  }
  if (stays && plainHost(response.url) !== plainHost(url)) {
    throw new WrongAnswer(`leads to ${new URL(response.url).origin} now`)
  }
}
