import { BaseError } from '../errors/base.js'

/**
 * Shares one load of a heavy module. A failed load is forgotten, so that the next call tries again.
 *
 * @param name Said in the error: 'viem', 'the Solana SDK'.
 * @throws BaseError `LOAD_FAILED` when the module cannot be loaded, for example because the page is offline.
 *
 * @example
 * const viem = lazy('viem', () => import('viem'))
 * const { createClient } = await viem()
 */
export function lazy<T>(name: string, load: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined
  return () => {
    pending ??= new Promise<T>((resolve) => resolve(load())).catch((cause: unknown) => {
      pending = undefined
      throw new BaseError(`${name} could not be loaded. Check the connection and try again.`, {
        code: 'LOAD_FAILED',
        parameters: { wallet: name },
        cause,
      })
    })
    return pending
  }
}
