import type { Token } from '@latchkey/kernel/plugin'
import type { SwapSigning } from './SwapReader.js'

/** Pairs the capability that signs with how its messages are read. */
export function swapSigning<Signer>(
  capability: Token<Signer>,
  signing: Omit<SwapSigning<Signer>, 'capability'>,
): SwapSigning<Signer> {
  return { capability, ...signing }
}
