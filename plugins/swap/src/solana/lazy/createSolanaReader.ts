import type { SolanaInstruction, SolanaTokens } from '@latchkey/plugin-solana'
import type { SwapCallReader } from '../../SwapReader.js'
import { readSolanaCalls } from './readSolanaCalls.js'
import { wrappedCoin } from './wrappedCoin.js'

export interface SolanaReaderOptions {
  readonly tokens: SolanaTokens
  /** Programs with Jupiter's instructions. */
  readonly programs: readonly string[]
  /** Accounts of market makers, whose signed transactions may do the swap. */
  readonly makers: readonly string[]
}

/** The reader of the instructions of some programs, and of what some market makers sign. */
export function createSolanaReader({ tokens, programs, makers }: SolanaReaderOptions): {
  readonly reader: SwapCallReader
  /** A mint that may be sold, for instructions that don't name it. */
  know(mint: string): void
} {
  const mints = new Set<string>([wrappedCoin])
  return {
    know: (mint) => void mints.add(mint),
    reader: {
      read: ({ account, calls }) =>
        readSolanaCalls(calls, { tokens, account, programs, makers, mints: [...mints, ...namedIn(calls)] }),
    },
  }
}

/** What calls of others name: among it is the mint that they sell. */
const namedIn = (calls: readonly unknown[]): readonly string[] => [
  ...new Set(
    (calls as readonly Partial<SolanaInstruction>[]).flatMap((call) =>
      Array.isArray(call?.accounts) ? call.accounts.map(({ address }) => String(address)) : [],
    ),
  ),
]
