import { type Address, address as toAddress } from '@solana/kit'
import type { Multiplier } from '../multiplier.js'
import { multiplierAt, readClock, readMintScale } from './mintScale.js'

const clock = 'SysvarC1ock11111111111111111111111111111111'
const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
/** Accounts a node tells in one answer. One of them is the clock. */
const accountsAtOnce = 100

interface AccountData {
  readonly owner: string
  readonly data: readonly [string, string]
}

/** Reads accounts at one slot, as base64. */
export type ReadAccounts = (addresses: readonly Address[]) => Promise<readonly (AccountData | null)[]>

/** The multipliers of those mints of Token-2022 that state one. @throws what the node failed with */
export async function readSolanaMultipliers(
  readAccounts: ReadAccounts,
  mints: readonly string[],
): Promise<ReadonlyMap<string, Multiplier>> {
  const found = new Map<string, Multiplier>()
  for (let start = 0; start < mints.length; start += accountsAtOnce - 1) {
    const asked = mints.slice(start, start + accountsAtOnce - 1)
    const [time, ...states] = await readAccounts([clock, ...asked].map((one) => toAddress(one)))
    const now = time && readClock(bytesOf(time))
    if (now == null) throw new Error('The node did not tell the time of the chain.')
    for (const [index, mint] of asked.entries()) {
      const state = states[index]
      const scale = state?.owner === token2022 ? readMintScale(bytesOf(state)) : undefined
      const multiplier = scale && multiplierAt(scale, now)
      if (multiplier) found.set(mint, multiplier)
    }
  }
  return found
}

const bytesOf = ({ data: [text] }: AccountData) => new Uint8Array(Buffer.from(text, 'base64'))
