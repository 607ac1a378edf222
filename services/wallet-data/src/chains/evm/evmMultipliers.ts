import { type Hex, hexToBigInt, slice, toFunctionSelector } from 'viem'
import type { Multiplier } from '../multiplier.js'
import type { Call } from './evmCaller.js'

// ERC-8056 (draft): what people read is the amount times it, divided by 1e18.
const data = toFunctionSelector('function uiMultiplier()')
const whole = 10n ** 18n
/** Beyond a million times and a millionth it's no multiplier: so the wallet's own plugin reads it, too. */
const furthest = 1_000_000n

/** The multipliers of those contracts that state one, at the newest block. @throws what the node failed with */
export async function readEvmMultipliers(
  call: Call,
  contracts: readonly string[],
): Promise<ReadonlyMap<string, Multiplier>> {
  const answers = await call(
    contracts.map((to) => ({ to, data })),
    'latest',
  )
  const found = new Map<string, Multiplier>()
  for (const [index, contract] of contracts.entries()) {
    const multiplier = multiplierOf(answers[index])
    if (multiplier) found.set(contract, multiplier)
  }
  return found
}

const wordLength = 2 + 64

function multiplierOf(answer: Hex | undefined): Multiplier | undefined {
  if (answer === undefined || answer.length < wordLength) return undefined
  const numerator = hexToBigInt(slice(answer, 0, 32))
  if (numerator > whole * furthest || numerator < whole / furthest) return undefined
  return { numerator, denominator: whole }
}
