import type { Multiplier } from '@latchkey/kernel/chain'
import * as z from 'zod/mini'
import type { SolanaNetwork } from '../networks.js'
import type { SolanaRpc } from './rpc.js'
import { readClock, readMint } from './send/tokenLayout.js'
import { clockAddress, token2022Program } from './tokenPrograms.js'
import { multiplierAt } from './shownAmounts.js'

/** Accounts a node tells in one answer. One of them is the clock. */
const largestQuestion = 100

const accounts = z.object({
  value: z.array(
    z.nullable(z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal('base64')]) })),
  ),
})

/** The multipliers of those mints of Token-2022 whose amounts wallets show otherwise than they are moved. */
export async function readMultipliers(
  rpc: SolanaRpc,
  network: SolanaNetwork,
  mints: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Multiplier>> {
  const found = new Map<string, Multiplier>()
  const distinct = [...new Set(mints)]
  for (let at = 0; at < distinct.length; at += largestQuestion - 1) {
    const asked = distinct.slice(at, at + largestQuestion - 1)
    const { value } = await rpc.call(network, {
      method: 'getMultipleAccounts',
      params: [[clockAddress, ...asked], { encoding: 'base64', commitment: network.commitment }],
      schema: accounts,
      signal,
    })
    const [clock, ...states] = value.map((account) => account ?? undefined)
    const time = clock && readClock(bytesOf(clock.data[0]))
    if (time === undefined) continue
    for (const [index, mint] of asked.entries()) {
      const state = states[index]
      const scale = state?.owner === token2022Program ? readMint(bytesOf(state.data[0]))?.scale : undefined
      const multiplier = scale && multiplierAt(scale, time)
      if (multiplier) found.set(mint, multiplier)
    }
  }
  return found
}

const bytesOf = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
