import { extensionPoint, KernelError } from '@latchkey/kernel/plugin'
import type { Bill } from './bill/Bill.js'

/** What an exchange says of a payment. */
export interface ExchangeStatus {
  readonly status: 'pending' | 'success' | 'failed'
  /** The transaction, once the exchange has sent it. */
  readonly transaction?: string
}

/** An exchange that pays a bill from an account there: by a page of its own, which it gives a link to. */
export interface ExchangeContribution {
  /** Unique: `example.exchange`. */
  readonly id: string
  /** As shown to the person. */
  readonly name: string
  /** Unchecked: shown through `<img>` only, after the shell's check of pictures. */
  readonly icon?: string
  /** 100 when absent. */
  readonly order?: number
  /** Whether it can pay this bill. Asked often: it must not ask anybody else. */
  supports(bill: Bill): boolean
  /**
   * Its payments include the references and the memo of Solana Pay that a bill names. Default false: it is offered no such
   * bill then, because the shop's server would refuse the payment.
   */
  readonly carriesReferences?: boolean
  /** Starts a payment and returns its page, and the name under which its status is asked. */
  link(bill: Bill): Promise<{ readonly url: string; readonly session: string }>
  status(session: string): Promise<ExchangeStatus>
}

/** The list of exchanges. `linkedExchange` and `serviceExchanges` make entries from options. */
export const Exchange = extensionPoint<ExchangeContribution>('latchkey.pay.exchange/1', {
  check(exchange) {
    const { id, name, supports, link, status } = exchange as Partial<ExchangeContribution>
    const functions = [supports, link, status].every((one) => typeof one === 'function')
    if (typeof name === 'string' && functions) return
    throw new KernelError(`The exchange "${id}" lacks a name, supports(), link() or status().`, {
      code: 'CONTRIBUTION_INVALID',
    })
  },
  contain: { supports: false },
})

/** Whether the shop would take what an exchange pays for this bill. */
export const canPayBill = (exchange: ExchangeContribution, bill: Bill): boolean =>
  exchange.supports(bill) &&
  (exchange.carriesReferences === true || (bill.reference === undefined && bill.memo === undefined))
