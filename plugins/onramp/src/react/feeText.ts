import type { Decimal } from '@latchkey/kernel/contracts'
import { readDecimal } from '@latchkey/kernel/contracts'
import { formatExactAmount } from '@latchkey/ui-react'
import { decimalText, sumOf } from '../lazy/decimals.js'
import type { OnrampFee, OnrampQuote } from '../OnrampProvider.js'
import { moneyText } from './moneyText.js'
import type { onrampMessages } from './onrampMessages.js'

/** Every fee of an offer, by name. */
export function feeText(
  { fees, currency }: OnrampQuote,
  messages: Pick<(typeof onrampMessages)['messages'], 'fees' | 'otherFees' | 'noFees'>,
  locale: string,
): string {
  const sum = (kind: OnrampFee['kind']) =>
    sumOf(fees.filter((fee) => fee.kind === kind).map(({ amount }) => readDecimal(amount) as Decimal))
  const [provider, network, other] = [sum('provider'), sum('network'), sum('other')]
  const say = (amount: Decimal) => moneyText(decimalText(amount), currency, locale)
  const isNone = [provider, network].every(({ digits }) => digits === 0n)
  const named = isNone ? messages.noFees : messages.fees({ provider: say(provider), network: say(network) })
  if (other.digits === 0n) return named
  const rest = messages.otherFees({ other: say(other) })
  return isNone ? rest : `${named}. ${rest}`
}

/** How far an offer is below the market. Empty when it isn't below, or the price isn't known. */
export function lossText(
  thousandths: bigint | undefined,
  messages: Pick<(typeof onrampMessages)['messages'], 'belowMarket'>,
  locale: string,
): string {
  if (thousandths === undefined) return ''
  return messages.belowMarket({ percent: formatExactAmount(thousandths, 1, locale) })
}
