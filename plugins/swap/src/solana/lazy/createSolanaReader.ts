import type { SolanaTokens } from '@latchkey/plugin-solana'
import type { SwapCallReader } from '../../SwapReader.js'
import { readSolanaCalls } from './readSolanaCalls.js'

export interface SolanaReaderOptions {
  readonly tokens: SolanaTokens
  /** Programs with Jupiter's instructions. */
  readonly programs: readonly string[]
  /** Accounts of market makers, whose signed transactions may do the swap. */
  readonly makers: readonly string[]
}

/** The reader of the instructions of some programs, and of what some market makers sign. */
export const createSolanaReader = ({ tokens, programs, makers }: SolanaReaderOptions): SwapCallReader => ({
  read: ({ account, calls }) => readSolanaCalls(calls, { tokens, account, programs, makers }),
})
