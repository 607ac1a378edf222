import { snapshot } from 'valtio/vanilla'
import { accountId, type NamespaceId } from '../contracts/caip.js'
import type { NamespaceContribution } from '../contracts/points/namespace.js'
import type { ActiveWallet, WalletQuestion, WalletsService } from './activeWallet.js'
import type { NetworksService } from './networksState.js'
import type { SessionService } from './session/sessionState.js'
import { createWalletTools } from './walletTools.js'

export interface WalletReaderOptions {
  readonly session: SessionService
  readonly networks: NetworksService
  namespaces(): readonly NamespaceContribution[]
  namespace(id: string): NamespaceContribution | undefined
}

export type WalletReader = Pick<WalletsService, 'active' | 'find' | 'list'>

/** Makes wallets of what session and networks say. */
export function createWalletReader(options: WalletReaderOptions): WalletReader {
  const { session, networks, namespace } = options

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

  /** The same object as long as nothing of it changes, so that views can compare it. */
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

  return {
    active,
    find,
    list: () => options.namespaces().flatMap(({ id }) => active(id) ?? []),
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
  { session, networks }: WalletReaderOptions,
  contribution: NamespaceContribution,
  facts: Pick<ActiveWallet, 'target' | 'account' | 'connection'>,
): ActiveWallet {
  const { connectionId, networkId } = facts.target
  return {
    ...facts,
    namespace: contribution.id,
    contribution,
    accountId: accountId(networkId, facts.account.address),
    networkId,
    network: networks.find(networkId),
    ...createWalletTools({ ...facts, contribution, live: () => session.connection(connectionId) }),
  }
}
