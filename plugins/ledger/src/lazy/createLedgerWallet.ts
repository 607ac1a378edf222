import { accountId, namespaceOf, type RestoreRequest } from '@latchkey/kernel/contracts'
import {
  chainNotSupported,
  type NavigationService,
  networkNotFound,
  notConnected,
  type WalletsService,
} from '@latchkey/kernel/wallet'
import type {
  Clock,
  Connection,
  ConnectRequest,
  LogService,
  NetworkId,
  StorageService,
} from '@latchkey/kernel/plugin'
import type { LedgerChoice, LedgerService, LedgerState, ReadAccountsRequest } from '../LedgerService.js'
import { ledgerMark } from '../ledgerMark.js'
import { ledgerChains, pathText } from '../paths.js'
import type { LedgerOptions } from '../readOptions.js'
import { keyOf, readStored, removeStored, writeStored } from './storedAccounts.js'
import type { ConnectionNetworks } from './chainCode.js'
import { createRequests, type Requests } from './createRequests.js'
import type { LedgerAccount } from './ledgerAccount.js'
import { loadChain } from './loadChain.js'
import { openLedger } from './openLedger.js'

export interface LedgerWalletOptions {
  readonly clock: Clock
  readonly log: LogService
  readonly navigation: NavigationService
  readonly storage: StorageService
  readonly wallets: Pick<WalletsService, 'chain' | 'namespace'>
  readonly options: LedgerOptions
  readonly state: { -readonly [key in keyof LedgerState]: LedgerState[key] }
  /** Aborted when the plugin stops. */
  readonly signal: AbortSignal
}

export interface LedgerWallet extends Omit<LedgerService, 'state'> {
  connect(request: ConnectRequest): Promise<Connection>
  restore(request: RestoreRequest): Promise<Connection | undefined>
}

const accountsAtOnce = 5

/** Connections with accounts of a Ledger: one for each account, because the device has one app open at a time. */
export function createLedgerWallet(options: LedgerWalletOptions): LedgerWallet {
  const { storage } = options
  const requests = createRequests(options)
  let chosen: LedgerChoice | undefined

  async function firstAccount({ namespaces, signal }: ConnectRequest): Promise<LedgerAccount> {
    const namespace = namespaces.find((id) => ledgerChains[id])
    if (namespace === undefined) throw chainNotSupported(namespaces[0] ?? '')
    const choice =
      chosen?.namespace === namespace
        ? chosen
        : (await readAccounts(options, { namespace, count: 1, signal }))[0]
    chosen = undefined
    if (!choice) throw chainNotSupported(namespace)
    return { namespace, address: choice.address, path: pathOf(choice) }
  }

  return {
    readAccounts: (request) => readAccounts(options, request),
    choose(choice) {
      chosen = choice
    },
    retry: () => requests.retry(),
    async verifyAddress(account) {
      const stored = readStored(storage).find((known) => keyOf(known) === keyOf(account))
      if (!stored) throw notConnected()
      const chain = await loadChain(stored.namespace)
      const request = { chain, account: stored, shows: 'address' as const, signal: options.signal }
      await requests.run(request, (app) => chain.readAddress(app, stored.path, true))
    },
    async connect(request) {
      request.signal.throwIfAborted()
      const account = await firstAccount(request)
      request.signal.throwIfAborted()
      const connection = await openConnection(options, requests, request, account)
      writeStored(storage, account)
      return connection
    },
    async restore(request) {
      const stored = readStored(storage)
      const account = stored.findLast((known) => request.key === undefined || keyOf(known) === request.key)
      if (!account || !request.namespaces.includes(account.namespace)) return undefined
      return openConnection(options, requests, request, account)
    },
  }
}

const pathOf = ({ namespace, scheme, index }: LedgerChoice): readonly number[] =>
  ledgerChains[namespace]?.paths[scheme](index) ?? []

async function readAccounts(
  { clock, state, signal: over }: LedgerWalletOptions,
  { namespace, scheme = 'standard', from = 0, count = accountsAtOnce, signal = over }: ReadAccountsRequest,
): Promise<readonly LedgerChoice[]> {
  const chain = await loadChain(namespace)
  const onOpening = (isOpening: boolean) => {
    state.isOpening = isOpening
  }
  try {
    return await openLedger({ app: chain.app, clock, signal, onOpening }, async (app) => {
      const found: LedgerChoice[] = []
      for (let index = from; index < from + count; index += 1) {
        const path = ledgerChains[namespace]?.paths[scheme](index) ?? []
        const address = await chain.readAddress(app, path)
        found.push({ namespace, address, scheme, index, path: pathText(path) })
      }
      return found
    })
  } finally {
    state.isOpening = false
  }
}

/** Asks the device nothing: it may be unplugged until something is to be signed. */
async function openConnection(
  options: LedgerWalletOptions,
  requests: Requests,
  request: ConnectRequest,
  account: LedgerAccount,
): Promise<Connection> {
  const { namespace, address } = account
  const chain = await loadChain(namespace)
  const over = new AbortController()
  const networks = createNetworks(options, request, namespace)
  const accounts = [{ id: accountId(networks.current(), address), namespace, address, kind: 'eoa' }]
  const signal = AbortSignal.any([options.signal, over.signal])
  const provider = await chain.createProvider({
    ...options,
    account,
    accounts,
    networks,
    signal,
    askDevice: (shows, act, review) => requests.run({ chain, account, shows, review, signal }, act),
  })
  const release = () => over.abort(notConnected())
  return {
    key: keyOf(account),
    accounts,
    get networks() {
      return { [namespace]: networks.current() }
    },
    approvedNetworks: { [namespace]: networks.all.map(({ id }) => id) },
    // The connector's own name and picture: of one that is loaded, its connections have nothing.
    wallet: { name: 'Ledger', icon: ledgerMark },
    provider: (id) => (id === namespace ? provider : undefined),
    switchNetwork: networks.switchTo,
    async disconnect() {
      release()
      removeStored(options.storage, keyOf(account))
    },
    release,
  }
}

/** The device works on every network of its chain, so that the app's own choice decides. */
function createNetworks(
  { wallets }: LedgerWalletOptions,
  request: ConnectRequest,
  namespace: string,
): ConnectionNetworks {
  const all = wallets.namespace(namespace)?.networks ?? []
  const asked = request.networkIds.find((id) => namespaceOf(id) === namespace)
  let current = (asked ?? all[0]?.id) as NetworkId | undefined
  const listeners = new Set<() => void>()
  return {
    all,
    current() {
      if (current === undefined) throw chainNotSupported(namespace)
      return current
    },
    async switchTo(networkId) {
      if (!all.some(({ id }) => id === networkId)) throw networkNotFound(networkId)
      if (current === networkId) return
      current = networkId
      request.onChange({ networks: { [namespace]: networkId } })
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
