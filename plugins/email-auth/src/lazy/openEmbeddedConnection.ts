import { invalidAnswer, rpcErrorFrom } from '@latchkey/kernel/chain'
import type {
  Account,
  BaseError,
  Clock,
  Connection,
  ConnectRequest,
  LogService,
  NetworkId,
  PluginContext,
  StorageService,
} from '@latchkey/kernel/plugin'
import {
  accountId,
  AskedMethods,
  namespaceOf,
  type RemoteAdapter,
  RemoteProvider,
  type RemoteSession,
  TokenKeepers,
} from '@latchkey/kernel/contracts'
import {
  AccountRoute,
  chainNotSupported,
  type NativeBalancesService,
  type NavigationService,
  notConnected,
  type WalletsService,
} from '@latchkey/kernel/wallet'
import type { CurrentProvider } from '../currentProvider.js'
import type { EmailAuthState } from '../EmailAuthService.js'
import { FrameError } from '../protocol/frameError.js'
import { approvalMethods, classifyRpc } from '../protocol/rpcPolicy.js'
import { solanaTransactionVersions } from '../protocol/solanaTransactions.js'
import type { FrameUser } from '../protocol/shapes.js'
import { storedLogin, type StoredLogin } from '../storedLogin.js'
import { walletErrorFrom } from '../walletErrorFrom.js'
import { storedSmartNetworks } from './forgetLogin.js'
import type { Approvals } from './createApprovals.js'
import type { AskFrame } from './createEmbeddedWallet.js'
import { awaitMined } from './awaitMined.js'
import { followAccountType } from './followAccountType.js'
import { type Guard, guardProvider } from './guardProvider.js'
import { shareProvider } from './shareProvider.js'
import { walletName } from './walletName.js'
import { walletIcon } from './walletPicture.js'

export interface EmbeddedConnectionOptions {
  readonly request: ConnectRequest
  /** Ends the opening, not the connection. */
  readonly signal: AbortSignal
  readonly networks: ReadonlySet<string>
  readonly ask: AskFrame
  readonly approvals: Approvals
  readonly balances: NativeBalancesService
  readonly navigation: NavigationService
  readonly storage: StorageService
  readonly wallets: Pick<WalletsService, 'chain' | 'namespace' | 'follow'>
  readonly clock: Clock
  readonly log: LogService
  readonly context: Pick<PluginContext, 'emit' | 'list'>
  readonly current: CurrentProvider
  readonly state: { -readonly [key in keyof EmailAuthState]: EmailAuthState[key] }
  /** Called when the session ended without the app asking for it. */
  readonly onEnded: Set<() => void>
  remember(change: { readonly [key in keyof StoredLogin]: StoredLogin[key] | undefined }): void
  signOut(): Promise<void>
}

/**
 * The wallet of the person who is logged in: one connection over every namespace that it has an account in.
 *
 * @throws BaseError `CHAIN_NOT_SUPPORTED` when the app lists no network that the wallet works on
 */
export function openEmbeddedConnection(options: EmbeddedConnectionOptions): Promise<Connection> {
  return whileLoggedIn(options, (opening) => open(options, opening))
}

/** Opens as long as the person is logged in: nobody who left meanwhile, in the wallet or in another tab, is shown or remembered. */
async function whileLoggedIn<T>(
  options: EmbeddedConnectionOptions,
  run: (opening: EmbeddedConnectionOptions) => Promise<T>,
): Promise<T> {
  const { storage, onEnded } = options
  const left = new AbortController()
  const leave = () => left.abort(walletErrorFrom(new FrameError('not_connected')))
  const signal = AbortSignal.any([options.signal, left.signal])
  const stopWatching = whenForgotten(storage, leave)
  onEnded.add(leave)
  const ask: AskFrame = async (type, payload, own) => {
    const answer = await options.ask(type, payload, own)
    signal.throwIfAborted()
    return answer
  }
  try {
    return await run({ ...options, ask, signal })
  } finally {
    stopWatching()
    onEnded.delete(leave)
  }
}

function takeAll<T>(set: Set<T>): readonly T[] {
  const all = [...set]
  set.clear()
  return all
}

/** Another tab logged out. */
const whenForgotten = (storage: StorageService, leave: () => void) =>
  storage.watch(storedLogin, () => {
    if (!storage.read(storedLogin)) leave()
  })

/** @param opening For what is asked until it is open. */
async function open(
  options: EmbeddedConnectionOptions,
  opening: EmbeddedConnectionOptions,
): Promise<Connection> {
  const { request, wallets } = options
  const over = new AbortController()
  const listeners = new Set<(ended?: BaseError) => void>()
  const { networkIds, networks, namespaces, leading } = planNetworks(options)
  const rpcUrl = (id: NetworkId) => nodeOf(wallets, id)
  const place = (networkId: NetworkId) => placeOf(networkId, rpcUrl(networkId))
  const accounts = await askForAccounts(opening, namespaces, networks, leading, place)
  const adapters = await loadAdapters(opening, namespaces)
  function release(): void {
    if (over.signal.aborted) return
    over.abort(notConnected())
    unshare()
    stopWatching()
    options.onEnded.delete(end)
    for (const listener of takeAll(listeners)) listener(notConnected())
  }
  function end(): void {
    release()
    request.onChange({ ended: {} })
  }
  options.onEnded.add(end)
  const stopWatching = whenForgotten(options.storage, end)
  followChosen(options, accounts, listeners, over.signal)

  async function switchNetwork(networkId: NetworkId): Promise<void> {
    const namespace = namespaceOf(networkId)
    if (!isListed(options, networkId) || !adapters.has(namespace)) throw unknownNetwork(networkId)
    await askForNetwork(options.ask, place(networkId), over.signal)
    options.remember({ networkId })
    options.state.stuck = undefined
    if (networks[namespace] === networkId) return
    networks[namespace] = networkId
    request.onChange({ networks: { ...networks } })
    for (const listener of [...listeners]) listener()
  }

  const live: Live = { over, listeners, networks, networkIds, accounts, rpcUrl, switchNetwork, end }
  const provider = createProviders(options, live, adapters)
  const unshare = shareProvider(options.current, provider, () => logOut(options, live))
  return {
    method: 'email',
    wallet: { name: walletName, icon: walletIcon },
    accounts: [...accounts],
    get networks() {
      return { ...networks }
    },
    approvedNetworks: byNamespace(namespaces, networkIds),
    provider,
    switchNetwork,
    async disconnect() {
      release()
      await options.signOut()
    },
    release,
  }
}

/** Asks for another network. @throws where the connection ended meanwhile: a late answer must not remember a person who left. */
async function askForNetwork(
  ask: AskFrame,
  place: ReturnType<typeof placeOf>,
  over: AbortSignal,
): Promise<void> {
  await ask('switchNetwork', place, over)
  over.throwIfAborted()
}

/** Puts the account that the person uses first, as wallets do, until the connection is over. */
function followChosen(
  options: EmbeddedConnectionOptions,
  accounts: Account[],
  listeners: ReadonlySet<() => void>,
  over: AbortSignal,
): void {
  const stop = followAccountType({
    ...options,
    accounts: accounts.filter(({ namespace }) => namespace === 'eip155'),
    onChosen(chosen) {
      accounts.sort((left, right) => Number(right === chosen) - Number(left === chosen))
      for (const listener of [...listeners]) listener()
    },
  })
  over.addEventListener('abort', stop, { once: true })
}

const byNamespace = (namespaces: readonly string[], networkIds: readonly NetworkId[]) =>
  Object.fromEntries(
    namespaces.map((namespace) => [namespace, networkIds.filter((id) => namespaceOf(id) === namespace)]),
  )

function readAccounts(
  { address, accounts = [], preferredAccountType }: FrameUser,
  networkId: NetworkId,
  wallets: Pick<WalletsService, 'namespace'>,
): readonly Account[] {
  const namespace = namespaceOf(networkId)
  const contribution = wallets.namespace(namespace)
  const kind = accounts.find((account) => account.address === address)?.type ?? preferredAccountType ?? 'eoa'
  const all = [{ address, type: kind }, ...accounts.filter((account) => account.address !== address)]
  if (!contribution || all.some((account) => !contribution.isAddress(account.address))) {
    throw invalidAnswer(walletName, 'getUser', 'an address of another chain')
  }
  return all.map((account) => ({
    id: accountId(networkId, account.address),
    namespace,
    address: account.address,
    kind: account.type,
  }))
}

/** Asks for the account on each chain. The network that is to be current is asked for last: the frame stays on it. */
async function askForAccounts(
  options: EmbeddedConnectionOptions,
  namespaces: readonly string[],
  networks: Readonly<Record<string, NetworkId>>,
  leading: NetworkId,
  place: (networkId: NetworkId) => { networkId: NetworkId; rpcUrl?: string },
): Promise<Account[]> {
  const { ask, state, wallets } = options
  const accounts: Account[] = []
  const asked = [...namespaces].sort((left) => (left === namespaceOf(leading) ? 1 : -1))
  for (const namespace of asked) {
    const networkId = networks[namespace] as NetworkId
    const user = await ask('getUser', place(networkId), options.signal)
    accounts.push(...readAccounts(user, networkId, wallets))
    const { email, userName, loggedInBy } = user
    state.user = { email: email ?? undefined, userName, loggedInBy }
    if (namespace === 'eip155') state.smartAccount = smartAccountOf(user)
  }
  options.remember({ ...state.user, networkId: leading })
  state.pendingEmail = undefined
  const smart = await readSmartNetworks(options, accounts)
  return accounts.map((account) =>
    account.kind === 'smartAccount' ? { ...account, networks: smart } : account,
  )
}

function smartAccountOf({ accounts, smartAccountDeployed }: FrameUser): EmailAuthState['smartAccount'] {
  const own = accounts?.find(({ type }) => type === 'smartAccount')
  return own && { address: own.address, isDeployed: smartAccountDeployed ?? false, networks: [] }
}

/** Reads where the smart account works, for views and for the next start. */
async function readSmartNetworks(
  { ask, state, storage, signal }: EmbeddedConnectionOptions,
  accounts: readonly Account[],
): Promise<readonly NetworkId[]> {
  if (!state.smartAccount || !accounts.some(({ kind }) => kind === 'smartAccount')) {
    storage.remove(storedSmartNetworks)
    return []
  }
  const { networks } = await ask('getSmartAccountNetworks', undefined, signal)
  state.smartAccount = { ...state.smartAccount, networks }
  if (networks.length > 0) storage.write(storedSmartNetworks, networks.join())
  return networks.map((id): NetworkId => `eip155:${id}`)
}

/** Its first transaction on a network sets it up. */
async function readDeployed({ ask, state }: EmbeddedConnectionOptions): Promise<void> {
  if (!state.smartAccount || state.smartAccount.isDeployed) return
  const { isDeployed } = await ask('initSmartAccount', undefined)
  if (state.smartAccount) state.smartAccount = { ...state.smartAccount, isDeployed }
}

async function loadAdapters(
  { wallets, signal }: EmbeddedConnectionOptions,
  namespaces: readonly string[],
): Promise<ReadonlyMap<string, RemoteAdapter>> {
  const adapters = new Map<string, RemoteAdapter>()
  for (const namespace of namespaces) {
    const adapter = await wallets.chain(namespace, RemoteProvider)?.load()
    if (adapter) adapters.set(namespace, adapter)
  }
  signal.throwIfAborted()
  return adapters
}

/** What the providers of one connection share. */
interface Live {
  readonly over: AbortController
  readonly listeners: Set<(ended?: BaseError) => void>
  /** The current network of each namespace. */
  readonly networks: Readonly<Record<string, NetworkId>>
  readonly networkIds: readonly NetworkId[]
  readonly accounts: readonly Account[]
  rpcUrl(id: NetworkId): string | undefined
  switchNetwork(networkId: NetworkId): Promise<void>
  /** Tells the app that the connection is over. */
  end(): void
}

/** An app has no node for a network that it doesn't list, and shows it nowhere: to it, the network is unknown. */
const isListed = ({ networks, wallets }: EmbeddedConnectionOptions, id: NetworkId): boolean =>
  networks.has(id) &&
  (wallets.namespace(namespaceOf(id))?.networks.some((network) => network.id === id) ?? false)

/** EIP-3326 has no number for a network that is unknown; wallets use 4902. EIP-5792 has 5710. */
const unknownNetwork = (id: NetworkId, code: 4902 | 5710 = 4902) =>
  rpcErrorFrom({ code, message: `The embedded wallet does not work on ${id} in this app.` })

/** Capabilities by hex chain id (EIP-5792), without chains that the app doesn't list. */
function ofListed(options: EmbeddedConnectionOptions, capabilities: unknown): unknown {
  if (typeof capabilities !== 'object' || capabilities === null) return capabilities
  return Object.fromEntries(
    Object.entries(capabilities).filter(([id]) => isListed(options, `eip155:${Number(id)}`)),
  )
}

/** What was sent changes the balance when it's in a block, and the node's answer comes before. */
async function refreshOnceMined(
  { approvals, clock }: EmbeddedConnectionOptions,
  { over, rpcUrl }: Live,
  sent: { readonly networkId: NetworkId; readonly hash: unknown; refresh(): void },
): Promise<void> {
  const { networkId, hash, refresh } = sent
  const question = { networkId, rpcUrl: rpcUrl(networkId), signal: over.signal, params: [hash] }
  const readReceipt = () => approvals.request({ ...question, method: 'eth_getTransactionReceipt' })
  if (await awaitMined({ clock, signal: over.signal, readReceipt })) refresh()
}

function createSession(options: EmbeddedConnectionOptions, live: Live, namespace: string): RemoteSession {
  const { approvals, wallets } = options
  const { over, listeners, networks, networkIds, accounts, rpcUrl, switchNetwork } = live

  const own = wallets.namespace(namespace)?.networks ?? []
  const current = () => networks[namespace] as NetworkId
  const session: RemoteSession = {
    walletName,
    properties: namespace === 'solana' ? { sessionProperties: { solanaTransactionVersions } } : {},
    networks: own,
    rpcUrls: Object.fromEntries(
      own.flatMap(({ id }) => (rpcUrl(id) === undefined ? [] : [[id, rpcUrl(id) as string]])),
    ),
    // Nobody is shared any more once it is over.
    accounts: () =>
      over.signal.aborted ? [] : accounts.filter((account) => account.namespace === namespace),
    networkId: current,
    networkIds: () => networkIds.filter((id) => namespaceOf(id) === namespace),
    methods: () => approvalMethods,
    async request({ method, params = [] }, networkId = current()) {
      over.signal.throwIfAborted()
      if (!isListed(options, networkId)) {
        throw unknownNetwork(networkId, method === 'wallet_sendCalls' ? 5710 : 4902)
      }
      const result = await approvals.request({
        method,
        params,
        signal: over.signal,
        networkId,
        rpcUrl: rpcUrl(networkId),
      })
      const [account] = session.accounts()
      if (classifyRpc(method) === 'approval' && account) {
        const refresh = () => void options.balances.refresh(networkId, account.address, { force: true })
        refresh()
        if (method === 'eth_sendTransaction')
          void refreshOnceMined(options, live, { networkId, hash: result, refresh })
        readDeployed(options).catch((error: unknown) =>
          options.log.debug('It is not known whether the account is set up.', error),
        )
      }
      return method === 'wallet_getCapabilities' ? ofListed(options, result) : result
    },
    switchNetwork,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return session
}

/** The networks that the app lists and the wallet works on, the one that was used last first. */
function planNetworks({ request, networks: known, storage }: EmbeddedConnectionOptions) {
  const networkIds = request.networkIds.filter((id) => known.has(id))
  const last = storage.read(storedLogin)?.networkId
  const preferred = [...networkIds].sort((left, right) => Number(right === last) - Number(left === last))
  const networks: Record<string, NetworkId> = {}
  for (const id of preferred) networks[namespaceOf(id)] ??= id
  const namespaces = request.namespaces.filter((id) => networks[id] !== undefined)
  const [leading] = preferred
  if (namespaces.length === 0 || !leading) throw chainNotSupported(request.namespaces[0] ?? '')

  return { networkIds, networks, namespaces, leading }
}

/** The app's node, which the wallet is to use for the network. */
const nodeOf = (wallets: Pick<WalletsService, 'namespace'>, id: NetworkId): string | undefined =>
  wallets
    .namespace(namespaceOf(id))
    ?.networks.find((network) => network.id === id)
    ?.rpcUrls.find((url) => /^https?:/.test(url))

const placeOf = (networkId: NetworkId, rpcUrl: string | undefined) => ({
  networkId,
  ...(rpcUrl === undefined ? {} : { rpcUrl }),
})

/** Ends the connection and the login, when the app or another script of its page asks for that. */
function logOut(options: EmbeddedConnectionOptions, live: Live): Promise<void> {
  live.end()
  return options.signOut()
}

/** Keeps tokens with what the app lists for that, for the account in use. */
function keeperOf({ context }: EmbeddedConnectionOptions, live: Live): Pick<Guard, 'keepToken'> {
  const [keeper] = context.list(TokenKeepers)
  if (!keeper) return {}
  return {
    async keepToken({ chainId, address: token }) {
      const account = live.accounts.find(({ namespace }) => namespace === 'eip155')
      if (account) await keeper.keep({ networkId: `eip155:${chainId}`, address: account.address }, token)
    },
  }
}

/** The provider of each namespace, made once. */
function createProviders(
  options: EmbeddedConnectionOptions,
  live: Live,
  adapters: ReadonlyMap<string, RemoteAdapter>,
): (namespace: string) => unknown {
  const providers = new Map<string, unknown>()
  return (namespace) => {
    const adapter = adapters.get(namespace)
    if (adapter && !providers.has(namespace)) {
      const own = adapter.createProvider(createSession(options, live, namespace))
      const { refuse } = options.approvals
      const showAccount = () => void options.navigation.open(AccountRoute)
      const revoke = () => logOut(options, live)
      const lists = (chainId: number) => isListed(options, `eip155:${chainId}`)
      const asksFor = (method: string) =>
        options.context.list(AskedMethods).some(({ methods }) => methods.includes(method))
      const guard = { refuse, revoke, showAccount, lists, asksFor, ...keeperOf(options, live) }
      providers.set(namespace, guardProvider(own, guard))
    }
    return providers.get(namespace)
  }
}
