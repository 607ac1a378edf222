import { useContributions } from '@latchkey/ui-react'
import { useMemo } from 'react'
import type { Bill } from '../bill/Bill.js'
import { billsOf } from '../bill/billsOf.js'
import { canPayBill, Exchange, type ExchangeContribution } from '../Exchange.js'

const defaultOrder = 100

/** The listed exchanges that can pay a bill or one of its alternatives, in their order. Empty without a bill. */
export function useAvailableExchanges(bill: Bill | undefined): readonly ExchangeContribution[] {
  const all = useContributions(Exchange)
  return useMemo(
    () =>
      bill === undefined
        ? []
        : all
            .filter((exchange) => billsOf(bill).some((one) => canPayBill(exchange, one)))
            .sort((one, other) => (one.order ?? defaultOrder) - (other.order ?? defaultOrder)),
    [all, bill],
  )
}
