import { snapshot, subscribe } from 'valtio/vanilla'
import { accountId, type NamespaceId } from '../contracts/caip.js'
import type { NamespaceContribution } from '../contracts/points/namespace.js'
import { connectionNotFound } from '../errors/connectionNotFound.js'
import { findCapability } from '../keys/capability.js'
import type { ActiveWallet, WalletQuestion, WalletsService } from './activeWallet.js'
import type { NetworksService } from './networksState.js'
import type { SessionService } from './session/sessionState.js'
import type { createWalletTools } from './walletTools.js'

export interface WalletsOptions {
  readonly session: SessionService
  readonly networks: NetworksService
  namespaces(): readonly NamespaceContribution[]
  /** Loaded with the code that connects wallets; before that, an account that is shown has no wallet yet. */
  tools(): typeof createWalletTools | undefined
  /** Tells of every change in what plugins contribute. */
  subscribe(listener: () => void): () => void
}

export function createWallets(options: WalletsOptions): WalletsService {
  const { session, networks } = options

  const namespace = (id: string) => {
    const [wanted] = id.split(':')
    return options.namespaces().find((candidate) => candidate.id === wanted)
  }

  function find({ connectionId, ...wanted }: WalletQuestion): ActiveWallet | undefined {
    const contribution = namespace(wanted.namespace)
    const active = session.activeConnection(wanted.namespace)
    for (const record of [...(active ? [active] : []), ...session.state.connections]) {
      if (!contribution || (connectionId ?? record.id) !== record.id) continue
      const account = record.accounts.find(
        (candidate) =>
          candidate.namespace === contribution.id &&
          contribution.isSameAddress(candidate.address, wanted.address),
      )
      if (!account) continue
      return createWallet(options, contribution, {
        target: Object.freeze({ ...wanted, connectionId: record.id }),
        connection: snapshot(record),
        account: snapshot(account),
      })
    }
    return undefined
  }

  /** The same object as long as nothing of it changes, so that whoever renders it can compare. */
  const known = new Map<NamespaceId, ActiveWallet | undefined>()
  function active(id = session.state.activeNamespace): ActiveWallet | undefined {
    if (id === undefined) return undefined
    const next = read(id)
    if (!isSame(known.get(id), next)) known.set(id, next)
    return known.get(id)
  }

  function read(id: NamespaceId): ActiveWallet | undefined {
    const account = session.activeAccount(id)
    const connection = session.activeConnection(id)
    const networkId = networks.active(id)?.id
    if (!account || !connection || networkId === undefined) return undefined
    return find({ namespace: id, connectionId: connection.id, address: account.address, networkId })
  }

  function listen(listener: () => void): () => void {
    const stops = [
      subscribe(session.state, listener),
      subscribe(networks.state, listener),
      options.subscribe(listener),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  return {
    active,
    list: () => options.namespaces().flatMap(({ id }) => active(id) ?? []),
    find,
    namespace,
    subscribe: listen,
    chain: (networkId, token) => findCapability(namespace(networkId)?.capabilities ?? [], token),
    follow(listener, id) {
      let last: ActiveWallet | undefined
      const tell = () => {
        const next = active(id)
        if (next === last) return
        last = next
        listener(next)
      }
      last = active(id)
      listener(last)
      return listen(tell)
    },
  }
}

/** Snapshots of a state that did not change are the same objects, so that comparing them is enough. */
function isSame(left: ActiveWallet | undefined, right: ActiveWallet | undefined): boolean {
  if (!left || !right) return left === right
  return (
    left.accountId === right.accountId &&
    left.account === right.account &&
    left.connection === right.connection &&
    left.network === right.network &&
    left.namespace === right.namespace &&
    left.contribution === right.contribution
  )
}

function createWallet(
  { session, networks, tools }: WalletsOptions,
  contribution: NamespaceContribution,
  facts: Pick<ActiveWallet, 'target' | 'account' | 'connection'>,
): ActiveWallet {
  const { connectionId, networkId } = facts.target
  const source = { ...facts, contribution, live: () => session.connection(connectionId) }
  const own = () => tools()?.(source)
  return {
    ...facts,
    namespace: contribution.id,
    contribution,
    accountId: accountId(networkId, facts.account.address),
    networkId,
    network: networks.find(networkId),
    provider: (key) => own()?.provider(key),
    use: (token) => own()?.use(token),
    refusal(token) {
      const ready = own()
      return ready ? ready.refusal(token) : connectionNotFound(connectionId)
    },
  }
}
