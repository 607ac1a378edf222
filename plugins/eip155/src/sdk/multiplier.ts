import type { Multiplier } from '@latchkey/kernel/chain'
import { type Abi, AbiDecodingDataSizeTooSmallError, type Address, BaseError, parseAbi } from 'viem'
import { toChecksumAddress } from '../address.js'
import type { EvmClient } from '../clients.js'
import { type CallResult, callAll, type ContractCall } from './callAll.js'
import { isFaultOfContract } from './isAnswer.js'

// ERC-8056 (draft, read 2026-11): `uiMultiplier` has 18 decimals, and what people read is the amount times it, divided by 1e18.
const abi = parseAbi(['function uiMultiplier() view returns (uint256)']) as Abi
const whole = 10n ** 18n
/**
 * Beyond a million times and a millionth it's no multiplier: what contracts return to a question that they don't know, or digits
 * without meaning. Chainlink's CCIP SDK 1.16.1 draws the upper line there, too (`MAX_UI_MULTIPLIER`).
 */
const furthest = 1_000_000n

/** Asks a token what people multiply its amounts by. */
export const multiplierCall = (address: Address): ContractCall => ({
  address,
  abi,
  functionName: 'uiMultiplier',
})

/**
 * The multiplier that a contract states; `undefined` where it states none, and where what it states is none: its amounts are then
 * read as they're moved.
 *
 * @throws what a node failed with. A multiplier that couldn't be read is not a missing one.
 */
export function multiplierOf(answer: CallResult | undefined): Multiplier | undefined {
  if (answer?.status === 'success') return checkedMultiplier(answer.value)
  if (answer === undefined || isFaultOfContract(answer.error) || isTooShort(answer.error)) return undefined
  throw answer.error
}

/** @param value With 18 decimals. */
function checkedMultiplier(value: unknown): Multiplier | undefined {
  if (typeof value !== 'bigint' || value === whole) return undefined
  if (value > whole * furthest || value < whole / furthest) return undefined
  return { numerator: value, denominator: whole }
}

/** The multiplier of one token. @throws what a node failed with */
export async function readMultiplier(client: EvmClient, token: Address): Promise<Multiplier | undefined> {
  const [answer] = await callAll(client, [multiplierCall(token)])
  return multiplierOf(answer)
}

/** The multipliers of tokens, in their order; `undefined` for what is no address, too. @throws what a node failed with */
export async function readMultipliers(
  client: EvmClient,
  tokens: readonly string[],
): Promise<readonly (Multiplier | undefined)[]> {
  const contracts = tokens.map((token) => toChecksumAddress(token) as Address | undefined)
  const asked = contracts.filter((contract) => contract !== undefined)
  if (asked.length === 0) return contracts.map(() => undefined)
  const answers = await callAll(client, asked.map(multiplierCall))
  const found = new Map(asked.map((contract, index) => [contract, multiplierOf(answers[index])]))
  return contracts.map((contract) => contract && found.get(contract))
}

const isTooShort = (error: unknown) =>
  error instanceof BaseError &&
  error.walk((cause) => cause instanceof AbiDecodingDataSizeTooSmallError) !== null
