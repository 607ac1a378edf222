import { type HttpRequest, type HttpStatusError, isKernelError, wait } from '@latchkey/kernel/plugin'
import type { HistoryTools } from '../HistorySource.js'
import { createPace } from './createPace.js'

const mostTries = 3
/** Milliseconds until the second try; twice as long until the third. */
const pause = 500
const passing = new Set([408, 429, 500, 502, 503, 504])

/** Asks no more often than a service allows: tries that follow a failure count, too. */
export function createPacedRequest(
  { http, clock, signal }: Pick<HistoryTools, 'http' | 'clock' | 'signal'>,
  perSecond: number,
) {
  const pace = createPace(clock, perSecond, signal)
  return async function request<T>(asked: HttpRequest<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      await pace()
      try {
        return await http.request({ ...asked, retries: 0 })
      } catch (error) {
        const isPassing =
          isKernelError(error, 'HTTP_STATUS') && passing.has((error as HttpStatusError).status)
        if (!isPassing || tries === mostTries) throw error
        // no money: milliseconds
        await wait(clock, pause * tries, signal)
      }
    }
  }
}
