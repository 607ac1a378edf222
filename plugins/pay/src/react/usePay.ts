import type { BaseError } from '@latchkey/kernel/plugin'
import { useService, useSnapshot } from '@latchkey/ui-react'
import { useCallback } from 'react'
import type { Bill } from '../bill/Bill.js'
import { Payer, type PaymentOutcome, type PayPhase } from '../Payer.js'

export interface UsePayResult {
  /**
   * Shows a bill, or a payment link, and resolves when it is decided: once for each bill, however often it is called. Have
   * your server verify `transaction` before you deliver.
   *
   * @throws what `PayService.pay` throws.
   */
  pay(bill: Bill | string, options?: { readonly id?: string }): Promise<PaymentOutcome>
  readonly phase: PayPhase
  /** Id of the bill that `phase`, `transaction` and `error` are about. */
  readonly billId: string | undefined
  /** The hash, signature or id that the wallet or the exchange named, once it has. Tell your server at once. */
  readonly transaction: string | undefined
  readonly error: BaseError | undefined
}

/** Shows bills to be paid, and follows what comes of them. */
export function usePay(): UsePayResult {
  const payer = useService(Payer)
  const { phase, bill, transaction, error } = useSnapshot(payer.state)
  const pay = useCallback<UsePayResult['pay']>((bill, options) => payer.pay(bill, options), [payer])
  return { pay, phase, billId: bill?.id, transaction, error: error as BaseError | undefined }
}
