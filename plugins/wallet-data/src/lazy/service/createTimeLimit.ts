import { type Clock, isKernelError } from '@latchkey/kernel/plugin'
import type { ClientRequest } from './createClient.js'
import { serviceError } from './serviceErrors.js'

/** Milliseconds in which a service that was too slow is not waited for again. */
const restTime = 30_000

export interface TimeLimitOptions {
  readonly clock: Clock
  /** Milliseconds that a service with a stand-in may take. */
  readonly patience: number
  /** Aborted when the kernel is disposed. */
  readonly life: AbortSignal
}

/**
 * Gives a slow service up in favour of its stand-in, and does not ask it again for a while.
 *
 * @throws BaseError `WALLET_DATA_SLOW`
 */
export function createTimeLimit({ clock, patience, life }: TimeLimitOptions) {
  let restsUntil = 0

  return async <T>(
    request: Pick<ClientRequest<T>, 'fresh' | 'signal'>,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    if (clock.now() < restsUntil && !request.fresh) throw serviceError('WALLET_DATA_SLOW')
    const late = new AbortController()
    const timer = clock.setTimeout(() => late.abort(serviceError('WALLET_DATA_SLOW')), patience)
    const signals = [life, late.signal, ...(request.signal ? [request.signal] : [])]
    try {
      return await run(AbortSignal.any(signals))
    } catch (error) {
      if (isKernelError(error, 'WALLET_DATA_SLOW')) restsUntil = clock.now() + restTime
      throw error
    } finally {
      clock.clearTimeout(timer)
    }
  }
}
