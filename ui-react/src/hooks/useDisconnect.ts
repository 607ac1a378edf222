import { type DisconnectOptions, Session } from '@latchkey/kernel/wallet'
import { useKernel } from '../useKernel.js'
import { type MutationState, useMutation } from './useMutation.js'

export type UseDisconnectResult = MutationState<DisconnectOptions, true> & {
  /**
   * Ends one connection, or all without options. The app is disconnected even when `error` says that the wallet's
   * side could not be ended. Never rejects: answers `undefined` then.
   */
  disconnect(options?: DisconnectOptions): Promise<true | undefined>
  reset(): void
}

export function useDisconnect(): UseDisconnectResult {
  const kernel = useKernel()
  const { state, run, reset } = useMutation(async (options: DisconnectOptions) => {
    await kernel.get(Session).disconnect(options)
    return true as const
  })
  return { ...state, disconnect: (options = {}) => run(options), reset }
}
