import { rpcErrorFrom, untilAborted } from '@latchkey/kernel/chain'
import type { Eip1193Provider } from '../provider.js'
import { copyAnswer } from './copyAnswer.js'

/**
 * Asks a wallet. What it throws becomes one of our errors; an abort ends the wait, not the wallet's prompt.
 *
 * @returns a copy of the answer, as plain data.
 * @throws BaseError by the wallet's code; `USER_REJECTED` when the person declines; `WALLET_ANSWER_INVALID`.
 */
export async function askWallet(
  provider: Eip1193Provider,
  method: string,
  params?: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  signal?.throwIfAborted()
  const answer = Promise.resolve()
    .then(() => provider.request(params === undefined ? { method } : { method, params }))
    .catch((error: unknown) => {
      throw rpcErrorFrom(error, { method })
    })
    .then((answered) => copyAnswer(method, answered))
  return untilAborted(signal, answer)
}
