import type { CallsKey } from '@latchkey/kernel/contracts'
import { type CallsMutation, useCallsMutation } from './useCallsMutation.js'
import { useCallsPreparer } from './useSendCalls.js'

/**
 * Asks the connected wallet for one transaction. It is checked and simulated first. Fails as `useSendCalls` does.
 *
 * @param key The calls of a namespace, such as `EvmCalls` of the EVM plugin. The wallet of that namespace is asked.
 *
 * @example
 * const { run, state } = useSendTransaction(EvmCalls)
 * const decision = useWaitForTransaction(state.data)
 * <button onClick={() => run({ to: '0x…', value: 10n ** 16n })}>Pay</button>
 */
export function useSendTransaction<Call>(key: CallsKey<Call>): CallsMutation<Call> {
  const prepare = useCallsPreparer(key)
  return useCallsMutation((call) => prepare({ calls: [call] }))
}
