import type { SubmittedTransaction } from '@latchkey/kernel/contracts'
import { askedWallet, outcomeOf, type RequestFailure, type WalletRequest } from '@latchkey/kernel/transaction'
import { isUserRejection } from '@latchkey/kernel/plugin'
import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import type { ReadBill } from '../bill/readBill.js'
import { PayLoadingRoute } from '../routes.js'
import { followSwap, markSwapping, type SwapFirstParts, tellSwap } from './createSwapFirst.js'
import type { PreparedPayment } from './preparePayment.js'
import { decline, leaveProgress, showProgress } from './showProgress.js'
import { submitPayment } from './submitPayment.js'
import type { AskedSwap } from './swaps.js'

/** The swap before a payment as a wallet is asked for it, and what becomes of whatever the wallet answers. */
export function swapRequest(
  parts: SwapFirstParts,
  { bill }: ReadBill,
  prepared: PreparedPayment,
): WalletRequest<SubmittedTransaction> {
  const { tools, swaps } = parts
  const { state, phases, clock, wallets } = tools
  const { target, account, networkId } = prepared.wallet
  const asked: AskedSwap = {
    ...{ billId: bill.id, asset: bill.asset, networkId, payer: account.address, phase: 'asked' },
    ...(target.connectionId === undefined ? {} : { connectionId: target.connectionId }),
    at: clock.now(),
  }
  return {
    wallet: askedWallet(wallets, prepared.wallet),
    view: {
      route: PayLoadingRoute,
      show: () => state.phase === 'swapping' && showProgress(tools),
      leave: () => leaveProgress(tools),
    },
    asking() {
      // A page that is left in the meantime must not sell again.
      swaps.put(asked)
      phases.to('asking')
      Object.assign(state, { error: undefined, notice: undefined, swap: undefined })
    },
    submit: () => submitPayment(tools, prepared),
    // Of several steps each may have sold something.
    outcomeOf: (cause) => (outcomeOf(cause, prepared.calls) === 'nothing' ? 'nothing' : 'unknown'),
    sent(submitted, isShown) {
      const sent: AskedSwap = { ...asked, phase: 'sent', transaction: submitted.id }
      swaps.put(sent)
      if (isShown()) markSwapping(parts, sent)
      else tellSwap(parts, bill.id)
      void followSwap(parts, sent, submitted)
    },
    failed: (failure) => takeFailure(parts, asked, failure),
  }
}

function takeFailure(
  parts: SwapFirstParts,
  asked: AskedSwap,
  { cause, outcome, isShown }: RequestFailure,
): void {
  const { tools, swaps, preparation } = parts
  const isSafe = outcome === 'nothing'
  if (isSafe) swaps.remove(asked.billId)
  else swaps.put({ ...asked, phase: 'unclear' })
  if (!isUserRejection(cause)) tools.log.warn('A swap before a payment failed.', cause)
  if (isShown && isSafe) decline(tools, cause)
  else if (isShown) {
    // It may have been sent: its price and its sum aren't those on screen any more.
    preparation.restart()
    tools.state.error = kernelErrorFrom(cause)
  }
  tellSwap(parts, asked.billId)
}
