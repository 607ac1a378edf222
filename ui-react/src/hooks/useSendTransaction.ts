import type { CallsKey, SubmittedCalls } from '@latchkey/kernel/contracts'
import { type Mutation, useMutation } from './useMutation.js'
import { useCallsSender } from './useSendCalls.js'

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
export function useSendTransaction<Call>(key: CallsKey<Call>): Mutation<Call, SubmittedCalls> {
  const send = useCallsSender(key)
  return useMutation(async (call) => send({ calls: [call] }))
}
