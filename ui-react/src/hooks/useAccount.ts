import type { Account, Network, NetworkId, NamespaceId } from '@latchkey/kernel/plugin'
import { type ConnectionRecord, type ConnectionStatus, Networks } from '@latchkey/kernel/wallet'
import { type AccountId, accountId } from '@latchkey/kernel/contracts'
import { useMemo } from 'react'
import { attemptCall } from '../contain/attemptCall.js'
import { networksState } from '../contain/serviceStates.js'
import { useListedNamespace } from '../useListedNamespace.js'
import { useNamespaces } from '../useNamespaces.js'
import { useServiceState } from '../useServiceState.js'
import { useSession } from '../useSession.js'
import { useShell } from '../useShell.js'

/** An address as its namespace writes it, for libraries of that namespace: viem takes no plain text. */
export type AddressOf<N extends NamespaceId> = N extends 'eip155' ? `0x${string}` : string

/** EIP-155 numbers its chains; the other namespaces name theirs. */
export type ChainIdOf<N extends NamespaceId> = N extends 'eip155' ? number : undefined

export type AccountOf<N extends NamespaceId> = Account & { readonly address: AddressOf<N> }

interface NoAccount<Claimed = undefined> {
  readonly isConnected: false
  /** CAIP-2 id of the active network of `namespace`, which an app may choose before a wallet is connected. */
  readonly networkId: NetworkId | undefined
  readonly network: Network | undefined
  /**
   * What the host's `cookieStorage({ showAccounts: true })` names, while its wallet is being asked. Show it at most:
   * nothing has confirmed that the account is this person's.
   */
  readonly claimedAddress: Claimed
  readonly account: undefined
  /** CAIP-10. */
  readonly accountId: undefined
  readonly address: undefined
  readonly chainId: undefined
  readonly accounts: readonly []
  readonly connection: undefined
  readonly namespace: NamespaceId | undefined
}

export type UseAccountResult<N extends NamespaceId = NamespaceId> =
  | ({ readonly status: 'disconnected' } & NoAccount)
  /** A person is connecting, or an earlier session is known and about to be taken up. */
  | ({ readonly status: 'connecting' } & NoAccount<AddressOf<N> | undefined>)
  /** An earlier session is being taken up, without prompts. */
  | ({ readonly status: 'reconnecting' } & NoAccount<AddressOf<N> | undefined>)
  | {
      readonly status: 'connected'
      readonly isConnected: true
      readonly claimedAddress: undefined
      readonly account: AccountOf<N>
      /** CAIP-10, on `networkId`. */
      readonly accountId: AccountId
      /** CAIP-2 id of the network that the wallet is on. */
      readonly networkId: NetworkId
      /** `undefined` while the wallet is on a network that the host doesn't list. */
      readonly network: Network | undefined
      /** As its namespace shows it; `0x…` for `eip155`. */
      readonly address: AddressOf<N>
      /** The active network's number on EVM chains, such as 8453; `undefined` in other namespaces. */
      readonly chainId: ChainIdOf<N>
      /** All accounts of the active wallet in this namespace. */
      readonly accounts: readonly AccountOf<N>[]
      readonly connection: ConnectionRecord
      readonly namespace: N
    }

/**
 * The active account and the network it is on, always of one namespace and of one moment: take both from here. Name the
 * namespace, and the address and chain id have its types:
 *
 * @example
 * const account = useAccount({ namespace: 'eip155' })
 * if (account.isConnected) await getBalance(client, { address: account.address })
 *
 * @param options.namespace Default the active namespace.
 */
export function useAccount<N extends NamespaceId = NamespaceId>(
  options: { readonly namespace?: N | undefined } = {},
): UseAccountResult<N> {
  const { report } = useShell()
  useListedNamespace(options.namespace)
  const { service, state: session } = useSession()
  const { active } = useServiceState(Networks, networksState).state
  const namespaces = useNamespaces()
  const chosen = session.activeNamespace ?? namespaces[0]?.id
  const isIdle = (session.namespaces[chosen ?? '']?.status ?? 'disconnected') === 'disconnected'
  const connected = isIdle ? session.connections[0]?.namespaces[0] : undefined
  const namespace = options.namespace ?? connected ?? chosen
  const entry = namespace === undefined ? undefined : session.namespaces[namespace]
  const connection = session.connections.find((candidate) => candidate.id === entry?.connectionId)
  const account = connection?.accounts.find((candidate) => candidate.id === entry?.accountId)
  const status = entry?.status ?? 'disconnected'
  // An account's own id names the network it was read on, which may have changed since.
  const networkId = (namespace && active[namespace]) ?? (account && networkOf(account.id))
  const network = namespaces.flatMap(({ networks }) => networks).find(({ id }) => id === networkId)
  const claimed = attemptCall(
    () => (namespace === undefined ? undefined : readText(service?.claimedAddress(namespace))),
    undefined,
    (error) => report('The address that storage names cannot be read.', error),
  )
  // What the session keeps was checked by the namespace itself, so its addresses are what the types say.
  return useMemo(
    () => describe(status, namespace, connection, account, { networkId, network }, claimed),
    [status, namespace, connection, account, networkId, network, claimed],
  ) as UseAccountResult<N>
}

/** A session that a plugin has put in the kernel's place may return anything. */
const readText = (value: unknown) => (typeof value === 'string' ? value : undefined)

function describe(
  status: ConnectionStatus,
  namespace: NamespaceId | undefined,
  connection: ConnectionRecord | undefined,
  account: Account | undefined,
  where: { readonly networkId: NetworkId | undefined; readonly network: Network | undefined },
  claimedAddress: string | undefined,
): UseAccountResult {
  const { networkId, network } = where
  if (status === 'connected' && connection && account && namespace !== undefined && networkId !== undefined) {
    return {
      status,
      isConnected: true,
      claimedAddress: undefined,
      account,
      accountId: accountId(networkId, account.address),
      networkId,
      network,
      address: account.address,
      chainId: chainIdOf(networkId),
      accounts: connection.accounts.filter((candidate) => candidate.namespace === namespace),
      connection,
      namespace,
    }
  }
  const none = {
    ...where,
    isConnected: false,
    account: undefined,
    accountId: undefined,
    address: undefined,
    chainId: undefined,
    accounts: [],
    connection: undefined,
    namespace,
  } as const
  return status === 'connecting' || status === 'reconnecting'
    ? { ...none, status, claimedAddress }
    : { ...none, status: 'disconnected', claimedAddress: undefined }
}

/** The CAIP-2 id within a CAIP-10 one. */
const networkOf = (id: AccountId) => id.split(':', 2).join(':') as NetworkId

/** The number in a CAIP-2 id of an EVM chain. */
function chainIdOf(id: NetworkId): number | undefined {
  const [namespace, reference] = id.split(':')
  // no money: a chain's number
  return namespace === 'eip155' ? Number(reference) : undefined
}
