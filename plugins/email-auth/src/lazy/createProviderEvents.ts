import type { CurrentProvider } from '../currentProvider.js'
import { createProviderRpcError } from './createProviderRpcError.js'
import { lowerAddresses } from './lowerAddresses.js'

type Listener = (payload: unknown) => void

/**
 * Events of EIP-1193 across logins: the listeners stay, what they hear changes.
 *
 * @param firstChainId What apps are told as the chain while nobody is logged in
 */
export function createProviderEvents(firstChainId: () => string) {
  const listeners = new Map<string, Set<Listener>>()
  let stop: (() => void) | undefined

  function emit(event: string, payload: unknown): void {
    for (const listener of [...(listeners.get(event) ?? [])]) {
      try {
        listener(payload)
      } catch (error) {
        reportError(error)
      }
    }
  }

  function follow(provider: CurrentProvider['provider']): void {
    const wasFollowing = stop !== undefined
    stop?.()
    stop = undefined
    if (!provider) {
      if (!wasFollowing) return
      emit('accountsChanged', [])
      return emit('disconnect', createProviderRpcError(4900, 'The person logged out.'))
    }
    const heard = (['accountsChanged', 'chainChanged', 'message'] as const).map(
      (event) =>
        [
          event,
          (payload: unknown) => emit(event, event === 'accountsChanged' ? lowerAddresses(payload) : payload),
        ] as const,
    )
    for (const [event, listener] of heard) provider.on(event, listener)
    stop = () => {
      for (const [event, listener] of heard) provider.removeListener(event, listener)
    }
    greet(provider).catch(reportError)
  }

  async function greet(provider: NonNullable<CurrentProvider['provider']>): Promise<void> {
    const chainId = await provider.request({ method: 'eth_chainId' })
    emit('connect', { chainId })
    if (chainId !== firstChainId()) emit('chainChanged', chainId)
    emit('accountsChanged', lowerAddresses(await provider.request({ method: 'eth_accounts' })))
  }

  return {
    follow,
    /** Returns the provider, as an emitter of Node does (EIP-2700). */
    on(this: unknown, event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return this
    },
    removeListener(this: unknown, event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
      return this
    },
  }
}
