import { type FeeFacts, type HighFeeReason, judgeFee } from '@latchkey/kernel/chain'
import type { Amount, SendNotice } from '@latchkey/kernel/contracts'
import { type Clock, wait } from '@latchkey/kernel/plugin'
import { FeeUnreasonableError } from '@latchkey/kernel/transaction'
import { formatUnits } from 'viem'
import type { EvmClient } from '../../clients.js'
import type { Endpoint } from '../endpoint.js'

export interface FeeToReview extends Omit<FeeFacts, 'fee'> {
  readonly fee: Amount
  /** What the person has agreed to. */
  readonly highest: bigint | undefined
}

/**
 * Tells a high fee, as `judgeFee` finds it.
 *
 * @throws FeeUnreasonableError when no transfer is worth the fee, and the person has not agreed to it.
 */
export function reviewFee(facts: FeeToReview): readonly SendNotice[] {
  const { fee, highest } = facts
  const { isUnreasonable, reason } = judgeFee(facts)
  if (isUnreasonable && (highest === undefined || fee.value > highest)) throw new FeeUnreasonableError(fee)
  if (reason === undefined) return []
  const sum = `${formatUnits(fee.value, fee.decimals)} ${fee.symbol}`
  const message = `The network fee is up to ${sum}. ${highReasons[reason]}`
  return [{ code: 'FEE_HIGH', message, severity: 'warning', parameters: { fee, reason } }]
}

const highReasons: Readonly<Record<HighFeeReason, string>> = {
  amount: 'That is more than a tenth of the amount.',
  endpoint: 'Another node of this network asks for much less.',
  blocks: 'That is far more than the last transactions paid.',
  sum: 'That is much for one transfer.',
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
