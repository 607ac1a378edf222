import { namespaceOf } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { invalidAnswer } from '@latchkey/kernel/chain'
import { sessionEnded } from '../sessionErrors.js'
import type { SessionConnectionOptions } from './createSessionConnection.js'
import { type SessionView, viewSession } from './sessionState.js'

/** What a session grants, kept true while the wallet changes it. */
export interface LiveSession {
  /** Aborted with `SESSION_ENDED` when the session is over. */
  readonly signal: AbortSignal
  view(): SessionView
  /** The network becomes current once the session grants it. Takes effect with the next `refresh`. */
  wish(networkId: NetworkId): void
  /** The wallet put this address first. Takes effect with the next `refresh`. */
  putFirst(namespace: string, address: string): void
  /** Tells the kernel and the providers what holds now. @param granted namespaces as the wallet settled them */
  refresh(granted?: unknown): void
  /** Told after every change, and when the session ends. */
  subscribe(listener: (ended: boolean) => void): () => void
  /** Called when the session is over. */
  defer(stop: () => void): void
  /** The session is over for the wallet too: releases it and tells the kernel. */
  end(reason?: string): void
  /** Lets go of the session and tells only the providers. */
  release(): void
}

/**
 * @param onEnded Called once when the wallet, another tab or time ends the session, not on `release`.
 * @throws ConnectorError `INVALID_ANSWER` when the wallet shares no account on the networks of the app
 */
export function createLiveSession(
  options: SessionConnectionOptions,
  settled: unknown,
  onEnded: (reason: string | undefined) => void,
): LiveSession {
  const { request } = options
  const over = new AbortController()
  const wished = new Map<string, NetworkId>()
  const first = new Map<string, string>()
  const listeners = new Set<(ended: boolean) => void>()
  const stops: (() => void)[] = []
  let granted = settled
  let view = readView(options, { granted, current: {}, wished, first })
  if (view.accounts.length === 0) {
    throw invalidAnswer('The wallet', 'wc_sessionSettle', 'no account on the networks of this app')
  }

  const tell = (ended: boolean) => {
    for (const listener of [...listeners]) listener(ended)
  }

  function release(): void {
    if (over.signal.aborted) return
    over.abort(sessionEnded())
    for (const stop of stops) stop()
    tell(true)
    listeners.clear()
  }

  function end(reason?: string): void {
    if (over.signal.aborted) return
    release()
    onEnded(reason)
  }

  return {
    signal: over.signal,
    view: () => view,
    wish: (networkId) => void wished.set(namespaceOf(networkId), networkId),
    putFirst: (namespace, address) => void first.set(namespace, address),
    refresh(next = granted) {
      view = readView(options, { granted: next, current: view.networks, wished, first })
      granted = next
      for (const [namespace, networkId] of Object.entries(view.networks)) {
        if (wished.get(namespace) === networkId) wished.delete(namespace)
      }
      if (view.accounts.length === 0) return end('The wallet shares no account any more.')
      const { accounts, networks, approvedNetworks } = view
      request.onChange({ accounts, networks, approvedNetworks })
      tell(false)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    defer: (stop) => void stops.push(stop),
    end,
    release,
  }
}

const readView = (
  { request, adapters, wallets, ...options }: SessionConnectionOptions,
  state: Pick<Parameters<typeof viewSession>[0], 'granted' | 'current' | 'wished' | 'first'>,
): SessionView =>
  viewSession({
    ...state,
    preferred: request.networkIds,
    namespaces: options.namespaces(),
    wallets,
    kindOf: (namespace, address) => adapters.get(namespace)?.kindOf?.(address) ?? 'eoa',
  })
