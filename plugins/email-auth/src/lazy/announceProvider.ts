import { ConnectRoute, messageOf, type NavigationService, type NetworkId } from '@latchkey/kernel/plugin'
import { subscribe } from 'valtio/vanilla'
import type { CurrentProvider } from '../currentProvider.js'
import { createProviderRpcError } from './createProviderRpcError.js'

export interface AnnounceOptions {
  readonly current: CurrentProvider
  readonly navigation: NavigationService
  /** The network that is told of before anyone logged in. */
  readonly firstNetwork: () => NetworkId | undefined
  readonly signal: AbortSignal
}

interface Request {
  readonly method: string
  readonly params?: unknown
}
type Listener = (payload: unknown) => void

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"%3E%3Crect width="96" height="96" rx="20" fill="%230b625c"/%3E%3Cpath d="M22 32h52v34H22zm0 2 26 20 26-20" fill="none" stroke="%23fff" stroke-width="5" stroke-linejoin="round"/%3E%3C/svg%3E'

/**
 * Announces the wallet to everything on the page that looks for EIP-6963 wallets, before and after a login. Asking for
 * accounts opens the Connect view; errors carry the numbers of EIP-1193 and EIP-1474.
 */
export function announceProvider({ current, navigation, firstNetwork, signal }: AnnounceOptions): void {
  const { on, removeListener, follow } = createEvents()
  const reads: Readonly<Record<string, () => unknown>> = {
    eth_accounts: () => [],
    eth_chainId: () => chainIdOf(firstNetwork()),
    net_version: () => firstNetwork()?.split(':')[1],
  }

  async function request({ method, params }: Request): Promise<unknown> {
    try {
      if (!current.provider && method === 'eth_requestAccounts') await logIn(current, navigation)
      const provider = current.provider
      if (provider) return await provider.request({ method, ...(params === undefined ? {} : { params }) })
      const read = reads[method]
      if (!read) throw createProviderRpcError(4100, 'Log in by email first.')
      return read()
    } catch (error) {
      throw toProviderRpcError(error)
    }
  }

  // As other wallets name themselves. Our own discovery leaves it alone: the email field is its entry.
  const provider = Object.freeze({ request, on, removeListener, isLatchkey: true })
  const info = Object.freeze({
    uuid: crypto.randomUUID(),
    name: 'Email wallet',
    icon,
    rdns: 'dev.latchkey.email',
  })
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', announce, { signal })
  const stop = hear(current, () => follow(current.provider))
  signal.addEventListener('abort', stop, { once: true })
  follow(current.provider)
  announce()
}

function hear({ listeners }: CurrentProvider, listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const chainIdOf = (id: NetworkId | undefined) => `0x${Number(id?.split(':')[1] ?? 1).toString(16)}`

/** Opens the Connect view until someone is logged in, or it was closed. */
function logIn(current: CurrentProvider, navigation: NavigationService): Promise<void> {
  navigation.open(ConnectRoute)
  return new Promise((resolve, reject) => {
    const check = () => {
      if (!current.provider && navigation.state.open) return
      stopHearing()
      stopWatching()
      if (current.provider) resolve()
      else reject(createProviderRpcError(4001, 'The person closed the login.'))
    }
    const stopHearing = hear(current, check)
    const stopWatching = subscribe(navigation.state, check)
  })
}

/** Events of EIP-1193 across logins: the listeners stay, what they hear changes. */
function createEvents() {
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
      (event) => [event, (payload: unknown) => emit(event, payload)] as const,
    )
    for (const [event, listener] of heard) provider.on(event, listener)
    stop = () => {
      for (const [event, listener] of heard) provider.removeListener(event, listener)
    }
    void greet(provider)
  }

  async function greet(provider: NonNullable<CurrentProvider['provider']>): Promise<void> {
    emit('connect', { chainId: await provider.request({ method: 'eth_chainId' }) })
    emit('accountsChanged', await provider.request({ method: 'eth_accounts' }))
  }

  return {
    follow,
    on: (event: string, listener: Listener) =>
      void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event: string, listener: Listener) => void listeners.get(event)?.delete(listener),
  }
}

/** What the product calls by name, by the numbers that EIP-1193 has. */
const numbers: Readonly<Record<string, number>> = {
  USER_REJECTED: 4001,
  REQUEST_ABORTED: 4001,
  NOT_CONNECTED: 4100,
  SESSION_EXPIRED: 4100,
  EMAIL_LOGIN_NEEDED: 4100,
  RPC_CALL_NOT_ALLOWED: 4200,
  FRAME_GONE: 4900,
  IFRAME_LOAD_FAILED: 4900,
  SERVICE_UNAVAILABLE: 4900,
}

function toProviderRpcError(error: unknown): Error {
  const { code, rpcCode } = (error ?? {}) as { readonly code?: unknown; readonly rpcCode?: unknown }
  if (typeof code === 'number' && error instanceof Error) return error
  const number = typeof rpcCode === 'number' ? rpcCode : numbers[String(code)]
  return createProviderRpcError(number ?? -32603, messageOf(error), { reason: code })
}
