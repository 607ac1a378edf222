import { parse, type Schema } from '@latchkey/kernel/plugin'
import type { EIP1193RequestFn } from 'viem'
import type { EvmClient } from '../../clients.js'

/** One question to the nodes of a chain, with an answer that was checked. */
export type Ask = <T>(method: string, params: readonly unknown[], schema: Schema<T>) => Promise<T>

export function createAsk(client: EvmClient, signal: AbortSignal | undefined): Ask {
  return async (method, params, schema) => {
    signal?.throwIfAborted()
    const answer: unknown = await (client.request as EIP1193RequestFn)({ method, params })
    return parse(schema, answer, `The node of ${client.chain.name} (${method})`)
  }
}

export const toHex = (value: bigint): `0x${string}` => `0x${value.toString(16)}`
