import type { SwapCallReader, SwapSigning } from '../SwapReader.js'
import type { SwapQuote, SwapSignature, SwapToken } from '../SwapSource.js'
import { swapError } from '../swapErrors.js'
import { checkApproval } from './checkCalls.js'

/** Seconds that a signature may hold at most: it outlives the swap it was given for. */
const longest = 3_600n // no money: seconds

export interface SignatureQuestion {
  readonly networkId: `${string}:${string}`
  readonly account: string
  readonly quote: SwapQuote
  readonly sell: SwapToken
  /** `SwapQuotes.targets`. */
  readonly targets: readonly string[]
  readonly reader: SwapCallReader
  /** Milliseconds since the epoch. */
  readonly now: number
  isSameAddress(left: string, right: string): boolean
}

export interface CheckedSignature {
  readonly signing: SwapSigning
  /** A copy, so that what is signed is what was read. */
  readonly message: unknown
}

/**
 * Holds what a source wants to be signed against its quote: an allowance of what is sold, no larger, to who swaps it, for an
 * hour at most.
 *
 * @returns `undefined` where the chain has no such signatures.
 * @throws BaseError `SWAP_CALLS_REFUSED`
 */
export function checkSignature(
  { message: given }: SwapSignature<unknown>,
  question: SignatureQuestion,
): CheckedSignature | undefined {
  const { networkId, account, reader, now } = question
  const { signing } = reader
  if (!signing) return undefined
  const message = copyOf(given)
  const reading = signing.read({ networkId, account, message })
  if (!reading) throw refuse('The source asks for a signature that isn’t an allowance of what is sold.')
  checkApproval(reading, question)
  const seconds = BigInt(Math.floor(now / 1_000)) // no money: seconds
  if (reading.deadline === undefined || reading.deadline > seconds + longest) {
    throw refuse(`The signature would hold until ${reading.deadline ?? 'forever'}.`)
  }
  return { signing, message }
}

const refuse = (detail: string) => swapError('SWAP_CALLS_REFUSED', { metaMessages: [detail] })

/** What a source hands over may read differently each time. */
function copyOf(message: unknown): unknown {
  try {
    return structuredClone(message)
  } catch (cause) {
    throw swapError('SWAP_CALLS_REFUSED', { cause })
  }
}
