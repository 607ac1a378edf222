import { say } from '#sentences'
import { subscribe } from 'valtio/vanilla'
import type { NamespaceId } from '../contracts/caip.js'
import type { NamespaceContribution } from '../contracts/points/namespace.js'
import { addListener, tellListeners } from '../engine/listeners.js'
import type { BaseError } from '../errors/base.js'
import { findCapability } from '../keys/capability.js'
import type { LogService } from '../platform/log.js'
import type { WalletsService } from './activeWallet.js'
import type { WalletReader } from './createWalletReader.js'
import type { NetworksService } from './networksState.js'
import type { SessionService } from './session/sessionState.js'
import type { WalletCodeSource } from './walletCodeSource.js'

export interface WalletsOptions {
  readonly session: SessionService
  readonly networks: NetworksService
  readonly log: LogService
  /** What makes wallets of connections is loaded with what connects them. */
  readonly code: WalletCodeSource
  namespaces(): readonly NamespaceContribution[]
  /** The listener is called after every change in what plugins contribute. */
  subscribe(listener: () => void): () => void
}

export function createWallets(options: WalletsOptions): WalletsService {
  const { session, networks, log, code } = options
  const listeners = new Set<(loaded: undefined) => void>()
  const onFault = (error: unknown) => log.error(say('wallets'), error)
  let reader: WalletReader | undefined
  let loading: Promise<void> | undefined
  let problem: BaseError | undefined

  const namespace = (id: string) =>
    options.namespaces().find((candidate) => candidate.id === id.split(':')[0])

  function wallets(): WalletReader | undefined {
    if (code.current) reader ??= code.current.createWalletReader({ ...options, namespace })
    // Another plugin's session connects without our code.
    else if (session.state.connections.length > 0) loading ??= load().finally(() => (loading = undefined))
    return reader
  }

  async function load(): Promise<void> {
    try {
      await code.load()
      problem = undefined
    } catch (error) {
      problem = error as BaseError
      return onFault(error)
    }
    tellListeners(listeners, undefined, onFault)
  }

  const active = (id?: NamespaceId) => wallets()?.active(id)

  const subscribeAll = (listener: () => void) =>
    joinStops([
      subscribe(session.state, listener),
      subscribe(networks.state, listener),
      options.subscribe(listener),
      addListener(listeners, listener),
    ])

  return {
    active,
    list: () => wallets()?.list() ?? [],
    find: (target) => wallets()?.find(target),
    get problem() {
      return problem
    },
    namespace,
    subscribe: subscribeAll,
    chain: (networkId, token) => findCapability(namespace(networkId)?.capabilities ?? [], token),
    follow(listener, id) {
      let last = active(id)
      listener(last)
      return subscribeAll(() => {
        const before = last
        last = active(id)
        if (last !== before) listener(last)
      })
    },
  }
}

const joinStops = (stops: readonly (() => void)[]) => () => {
  for (const stop of stops) stop()
}
