import type { CallsKey, CallsRequest, CallsStep, SubmittedCalls } from '@latchkey/kernel/contracts'
import { Clock } from '@latchkey/kernel/plugin'
import { submitCalls } from '@latchkey/kernel/transaction'
import { useKernel } from '../useKernel.js'
import { useBoundWallet } from './useBoundWallet.js'
import { type Mutation, useMutation } from './useMutation.js'

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
 * @param key The calls of a namespace, such as `EvmCalls` of the EVM plugin. The wallet of that namespace is asked.
 *
 * @example
 * const { run, state } = useSendCalls(EvmCalls)
 * <button onClick={() => run({ calls: [{ to: token, data: approve }, { to: market, data: buy }] })}>Buy</button>
 */
export function useSendCalls<Call>(key: CallsKey<Call>): Mutation<SendCallsVariables<Call>, SubmittedCalls> {
  return useMutation(useCallsSender(key))
}

/** How the hooks send calls: prepared, submitted, and told to plugins once the chain has taken them. */
export function useCallsSender<Call>(
  key: CallsKey<Call>,
): (variables: SendCallsVariables<Call>) => Promise<SubmittedCalls> {
  const bound = useBoundWallet(key, key.namespace)
  const kernel = useKernel()
  return async ({ onStep, ...request }) => {
    const { wallet, capability } = bound()
    const prepared = await capability.prepare(request)
    const told = onStep ? { onStep } : {}
    return submitCalls(prepared, { events: kernel.events, clock: kernel.get(Clock), wallet, ...told })
  }
}
