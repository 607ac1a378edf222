import type { Hex } from 'viem'
import type { EvmReadClient } from './evmChain.js'

export interface ContractCall {
  readonly to: string
  readonly data: Hex
}

export type CallBlock = 'latest' | { readonly blockHash: Hex }

/** Makes many calls at one block. `undefined` where a contract refuses or is none. */
export type Call = (calls: readonly ContractCall[], block: CallBlock) => Promise<readonly (Hex | undefined)[]>

export function createCaller(client: EvmReadClient): Call {
  return (calls, block) =>
    Promise.all(
      calls.map(async ({ to, data }) => {
        try {
          const answer = await client.request({
            method: 'eth_call',
            params: [{ to: to as Hex, data }, block],
          })
          return answer === '0x' ? undefined : answer
        } catch (error) {
          // EIP-1474 codes 3 and -32000 are the contract's own no; everything else is the node's.
          if (isRevert(error)) return undefined
          throw error
        }
      }),
    )
}

function isRevert(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    const { code } = current as { code?: unknown }
    if (code === 3) return true
    if (/execution reverted|invalid opcode|out of gas|EVM error/i.test(current.message)) return true
    current = current.cause
  }
  return false
}
