import type { Hex } from 'viem'
import type { EvmClient } from '../../clients.js'
import { findUseOfNonce, NonceWithoutTransactionError, type NonceUse } from '../send/findUseOfNonce.js'

/**
 * The transactions that used nonces in a row, oldest first; `undefined` for a nonce whose use isn't found: no node has it any more, or
 * it was an authorization (EIP-7702).
 */
export function findOwnTransactions(
  client: EvmClient,
  { count, nonce, ...rest }: NonceUse & { readonly count: number },
): Promise<readonly (Hex | undefined)[]> {
  const nonces = Array.from({ length: Math.max(count, 0) }, (_, index) => nonce + index)
  const find = (one: number) =>
    findUseOfNonce(client, { ...rest, nonce: one }).catch((error: unknown) => {
      if (error instanceof NonceWithoutTransactionError) return undefined
      throw error
    })
  return Promise.all(nonces.map(async (one) => (await find(one))?.hash))
}
