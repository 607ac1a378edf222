import type { Account } from '@latchkey/kernel/plugin'
import { type Address, Eip1559FeesNotSupportedError, parseAbi } from 'viem'
import { estimateFeesPerGas, getCode, getGasPrice } from 'viem/actions'
import type { EvmClient } from '../../clients.js'
import { callAll } from '../callAll.js'
import { isNoCode } from '../calls/accountMark.js'
import { isRefusedByContract } from '../isAnswer.js'

/** What sending through an account's own code (ERC-4337) adds to what the calls take. */
export interface OperationCost {
  /** Gas beside that of the calls. */
  readonly gas: bigint
  /** Wei per gas that a wallet may offer at most, where it isn't the price of a transaction. */
  readonly price?: bigint
}

const none: OperationCost = { gas: 0n }
/**
 * Limits that bundlers name for the check of a signature, the way through the EntryPoint, and their own transaction, with the wallet's
 * margin; and for setting the account up besides. What isn't used isn't charged in full, but the account has to hold it.
 */
const checkGas = 300_000n
const setUpGas = 600_000n
/** An operation isn't taken by a bundler that pays more for its transaction than it gets, so wallets offer twice the price. */
const priceTimes = 2n

/**
 * The most that a bundled account pays beside its calls. Only its wallet knows the exact sum, by its bundler's estimate; this one isn't
 * below it, so that nothing is offered that the wallet then refuses. A contract that knows no entry point, such as a Safe, is sent through
 * by others, who pay.
 */
export async function readOperationCost(
  client: EvmClient,
  { address, kind }: Account,
): Promise<OperationCost> {
  if (kind !== 'smartAccount') return none
  const code = await getCode(client, { address: address as Address })
  const isSetUp = !isNoCode(code)
  if (isSetUp && !(await hasEntryPoint(client, address as Address))) return none
  return { gas: checkGas + (isSetUp ? 0n : setUpGas), price: priceTimes * (await readPrice(client)) }
}

const entryPointAbi = parseAbi(['function entryPoint() view returns (address)'])

/** @throws whatever the node answers, except that the contract refuses */
async function hasEntryPoint(client: EvmClient, address: Address): Promise<boolean> {
  const [answer] = await callAll(client, [{ address, abi: entryPointAbi, functionName: 'entryPoint' }])
  if (answer?.status === 'success') return true
  if (isRefusedByContract(answer?.error)) return false
  throw answer?.error
}

const readPrice = (client: EvmClient): Promise<bigint> =>
  estimateFeesPerGas(client).then(
    ({ maxFeePerGas }) => maxFeePerGas,
    (error: unknown) => {
      if (error instanceof Eip1559FeesNotSupportedError) return getGasPrice(client)
      throw error
    },
  )

/** The most that a transaction or an operation costs, by the higher of the two prices. */
export function costOf(gas: bigint, price: bigint, operation: OperationCost): bigint {
  const { gas: own, price: offered = 0n } = operation
  return (gas + own) * (offered > price ? offered : price)
}
