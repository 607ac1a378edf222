import type { CallsKey, CallsRequest, CallsStep } from '@latchkey/kernel/contracts'
import { Clock } from '@latchkey/kernel/plugin'
import { submitCalls } from '@latchkey/kernel/transaction'
import { useKernel } from '../useKernel.js'
import { useBoundWallet } from './useBoundWallet.js'
import { type CallsMutation, useCallsMutation } from './useCallsMutation.js'

export interface SendCallsVariables<Call>
  extends Pick<CallsRequest<Call>, 'calls' | 'atomic' | 'upgrade' | 'paymaster' | 'feeLevel' | 'highestFee'> {
  /** Told of each opening of the wallet. */
  onStep?(step: CallsStep): void
}

/**
 * Asks the connected wallet for one or several calls: all at once where it can, one after the other elsewhere. They are
 * checked and simulated first. Activity shows them from the moment they are sent, and balances are read again when the
 * chain has taken them. To show what they change before
 * the wallet opens, prepare them with `useCapability`.
 *
 * Fails with `CONNECTION_NOT_FOUND` when no wallet is connected, with `CAPABILITY_MISSING` or `CAPABILITY_REFUSED` where
 * chain or wallet can't do calls, with `USER_REJECTED` when the person declines, with `CALLS_PARTLY_SENT` when a later
 * one of several isn't done, and with the codes of `CallsCapability.prepare`.
 *
 * `outcome` says what a failure has done: offer the calls again only after `nothing`.
 *
 * @param key The calls of a namespace, such as `EvmCalls` of the EVM plugin. The wallet of that namespace is asked.
 *
 * @example
 * const { run, state, outcome } = useSendCalls(EvmCalls)
 * <button onClick={() => run({ calls: [{ to: token, data: approve }, { to: market, data: buy }] })}>Buy</button>
 * {outcome === 'unknown' && <p>It may have been sent. Look at your activity.</p>}
 */
export function useSendCalls<Call>(key: CallsKey<Call>): CallsMutation<SendCallsVariables<Call>> {
  return useCallsMutation(useCallsPreparer(key))
}

/** How the hooks prepare calls, and submit them: told to plugins once the chain has taken them. */
export function useCallsPreparer<Call>(key: CallsKey<Call>) {
  const bound = useBoundWallet(key, key.namespace)
  const kernel = useKernel()
  return async ({ onStep, ...request }: SendCallsVariables<Call>) => {
    const { wallet, capability } = bound()
    const prepared = await capability.prepare(request)
    const told = onStep ? { onStep } : {}
    const surroundings = { events: kernel.events, clock: kernel.get(Clock), wallet, ...told }
    return { prepared, submit: () => submitCalls(prepared, surroundings) }
  }
}
