import type { Hex } from 'viem'
import type { EvmReadClient } from './evmChain.js'

export interface ContractCall {
  readonly to: string
  readonly data: Hex
}

export type CallBlock = 'latest' | { readonly blockHash: Hex }

/** Makes many calls at one block. `undefined` where a contract refuses or is none. */
export type Call = (calls: readonly ContractCall[], block: CallBlock) => Promise<readonly (Hex | undefined)[]>

/** No contract is there, so that only a node that has the block and works answers. */
const nowhere = '0x000000000000000000000000000000000000dead'

/**
 * @param client Puts calls together to batches.
 * @param single Does not: what is too large in a batch is asked for again by itself.
 */
export function createCaller(client: EvmReadClient, single: EvmReadClient): Call {
  async function request(call: ContractCall, block: CallBlock): Promise<Hex | undefined> {
    const { data } = call
    const question = {
      method: 'eth_call',
      params: [{ to: call.to as Hex, data }, block],
    } as const
    try {
      return await client.request(question)
    } catch (error) {
      if (!isTooLarge(error)) throw error
    }
    // Another contract of the batch may have said too much.
    return single.request(question).catch((error: unknown) => {
      if (isTooLarge(error)) return undefined
      throw error
    })
  }

  async function ask(call: ContractCall, block: CallBlock): Promise<Hex | undefined> {
    try {
      return await request(call, block)
    } catch (error) {
      if (isRevert(error)) return undefined
      if (!isAboutExecution(error)) throw error
    }
    // Every node has its own words for code that cannot run. When another call works at the same block and this one
    // fails again, it is the contract.
    await request({ to: nowhere, data: '0x' }, block)
    return request(call, block).catch((error: unknown) => {
      if (isAboutExecution(error)) return undefined
      throw error
    })
  }

  return (calls, block) =>
    Promise.all(
      calls.map(async (call) => {
        const answer = await ask(call, block)
        return answer === undefined || !isUsable(answer) ? undefined : answer
      }),
    )
}

/** Characters of an answer. No name, link or embedded picture that is kept needs more. */
const longestAnswer = 1_000_000

const isUsable = (answer: unknown) =>
  typeof answer === 'string' && answer.length <= longestAnswer && /^0x(?:[0-9a-f]{2})+$/i.test(answer)

const isTooLarge = (error: unknown) => someCause(error, ({ name }) => name === 'ResponseBodyTooLargeError')

/** EIP-1474 -32000 and the older -32015 say that the call could not be made; limits and outages have other numbers. */
function isAboutExecution(error: unknown): boolean {
  return someCause(error, ({ code }) => code === -32000 || code === -32015)
}

/** Whether a node said that the contract itself refused (code 3). */
export function isRevert(error: unknown): boolean {
  return someCause(
    error,
    ({ code, message }) =>
      code === 3 || /execution reverted|invalid opcode|out of gas|EVM error/i.test(String(message)),
  )
}

interface Cause {
  readonly name?: unknown
  readonly code?: unknown
  readonly message?: unknown
}

function someCause(error: unknown, matches: (cause: Cause) => boolean): boolean {
  let current = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if (matches(current)) return true
    current = current.cause
  }
  return false
}
