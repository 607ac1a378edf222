import { type Amount, type Clock, FeeUnreasonableError, type SendNotice, wait } from '@latchkey/kernel/plugin'
import { formatUnits } from 'viem'
import type { EvmClient } from '../../clients.js'
import type { Endpoint } from '../endpoint.js'

export interface FeeFacts {
  readonly fee: Amount
  /** Wei per gas, at most. */
  readonly price: bigint
  /** What recent blocks took, by the same reckoning. Absent where the chain does not tell. */
  readonly usualPrice: bigint | undefined
  /** Whether the base fee stands where it stood. */
  readonly isCalm: boolean | undefined
  /** Wei per gas, by another endpoint of the network. */
  readonly otherPrice: bigint | undefined
  /** Of the coin; absent when a token is sent. */
  readonly amount: bigint | undefined
  /** What the person has agreed to. */
  readonly highest: bigint | undefined
}

/**
 * One node says what a transaction costs, and the account pays what it says. So the fee is held against what the amount
 * bears, what recent blocks took and what another endpoint asks.
 *
 * @throws FeeUnreasonableError when no transfer is worth the fee, and the person has not agreed to it.
 */
export function reviewFee(facts: FeeFacts): readonly SendNotice[] {
  const { fee, highest } = facts
  if (isUnreasonable(facts) && (highest === undefined || fee.value > highest))
    throw new FeeUnreasonableError(fee)
  const reason = reasonOf(facts)
  if (reason === undefined) return []
  const sum = `${formatUnits(fee.value, fee.decimals)} ${fee.symbol}`
  const message = `The network fee is up to ${sum}. ${highReasons[reason]}`
  return [{ code: 'FEE_HIGH', message, severity: 'warning', parameters: { fee, reason } }]
}

/** How many times as much as another source says is more than prices move between two questions. */
const strange = 5n
const absurd = 10n
/** The same for a price that rose while nobody competes for room in a block. */
const unexplained = 3n

/** A fraction of one coin, in its smallest unit: small fees are no loss, whatever they are compared with. */
const partOf = ({ decimals }: Amount, parts: bigint) => 10n ** BigInt(decimals) / parts

function isUnreasonable({ fee, price, otherPrice, amount }: FeeFacts): boolean {
  const { value } = fee
  if (value > partOf(fee, 1n)) return true
  if (amount !== undefined && value > amount && value > partOf(fee, 20n)) return true
  return otherPrice !== undefined && price > absurd * otherPrice && value > partOf(fee, 1_000n)
}

const highReasons = {
  amount: 'That is more than a tenth of the amount.',
  endpoint: 'Another node of this network asks for much less.',
  blocks: 'That is far more than the last transactions paid.',
  sum: 'That is much for one transfer.',
}

function reasonOf({
  fee,
  price,
  usualPrice,
  isCalm,
  otherPrice,
  amount,
}: FeeFacts): keyof typeof highReasons | undefined {
  const { value } = fee
  if (value <= partOf(fee, 1_000n)) return undefined
  if (amount !== undefined && value * 10n > amount) return 'amount'
  if (otherPrice !== undefined && price > strange * otherPrice) {
    return 'endpoint'
  }
  const times: bigint = isCalm ? unexplained : strange
  if (usualPrice !== undefined && price > times * usualPrice) {
    return 'blocks'
  }
  return value > partOf(fee, 50n) ? 'sum' : undefined
}

/** Milliseconds: a second opinion is not worth a longer wait. */
const patience = 1_500

/** The lowest price that an endpoint of the network asks for, when there are several and two of them answer. */
export async function readOtherPrice(client: EvmClient, clock: Clock): Promise<bigint | undefined> {
  const { endpoints = [] } = client.transport as { readonly endpoints?: readonly Endpoint[] }
  if (endpoints.length < 2) return undefined
  const late = wait(clock, patience)
  const answers = endpoints.slice(0, 4).map(async (endpoint) => {
    const asked = endpoint.request({ method: 'eth_gasPrice' }).catch(() => undefined)
    const answer = await Promise.race([asked, late])
    return typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/i.test(answer) ? BigInt(answer) : 0n
  })
  const prices = (await Promise.all(answers)).filter((price) => price > 0n)
  return prices.length < 2 ? undefined : prices.sort((left, right) => (left < right ? -1 : 1))[0]
}
