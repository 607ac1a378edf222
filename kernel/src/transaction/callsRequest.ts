import type { PreparedCalls, SubmittedCalls } from '../contracts/capabilities/calls.js'
import { outcomeOf } from '../contracts/outcomeOf.js'
import { submitCalls, type SubmitCallsOptions } from '../contracts/submitCalls.js'
import type { ActiveWallet, WalletsService } from '../wallet/activeWallet.js'
import { askedWallet } from './askedWallet.js'
import type { WalletRequest } from './createTransactionFlow.js'

export interface CallsRequestOptions extends Omit<SubmitCallsOptions, 'wallet'> {
  readonly wallets: Pick<WalletsService, 'find'>
  readonly wallet: ActiveWallet
}

/** The part of a request that is the same for all calls: whom it asks, what it hands over, and what a failure has done. */
export function callsRequest(
  calls: PreparedCalls,
  { wallets, ...options }: CallsRequestOptions,
): Pick<WalletRequest<SubmittedCalls>, 'wallet' | 'submit' | 'outcomeOf'> {
  return {
    wallet: askedWallet(wallets, options.wallet),
    submit: () => submitCalls(calls, options),
    outcomeOf: (cause) => outcomeOf(cause, calls),
  }
}
