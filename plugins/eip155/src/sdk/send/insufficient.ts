import type { Amount } from '@latchkey/kernel/contracts'
import { BaseError } from '@latchkey/kernel/plugin'
import { formatUnits } from 'viem'

/** The account can't pay what a transaction may cost. */
export function insufficient(needed: Amount, held: bigint): BaseError {
  const show = (value: bigint) => `${formatUnits(value, needed.decimals)} ${needed.symbol}`
  return new BaseError('There is not enough to pay for the amount and the network fee.', {
    code: 'INSUFFICIENT_FUNDS',
    metaMessages: [`Needed: ${show(needed.value)}`, `There: ${show(held)}`],
  })
}
