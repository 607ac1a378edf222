import {
  Allowances,
  Balance,
  capability,
  type Capability,
  CollectibleTransfers,
  Explorer,
  History,
  Identities,
  OwnedCollectibles,
  PaymentRequest,
  RemoteProvider,
  Replace,
  RequestNetwork,
  Send,
  SignMessage,
  SignTransaction,
  TokenFacts,
  WalletAssets,
} from '@latchkey/kernel/contracts'
import { type Clock, type HttpService, lazy, type LogService } from '@latchkey/kernel/plugin'
import { EvmCalls } from './calls.js'
import type { ClientOptions, Eip155ClientService } from './clients.js'
import type { EvmNetworks } from './evmChain.js'
import { createExplorer } from './explorer.js'
import { nameRoot } from './nameRoot.js'
import { SignTypedData } from './typedData.js'

export interface CapabilityTools {
  readonly networks: EvmNetworks
  readonly clients: Eip155ClientService
  readonly clock: Clock
  readonly http: HttpService
  readonly log: LogService
  readonly options: ClientOptions
}

const feeLevels = ['slow', 'normal', 'fast'] as const

/** What EVM networks can do. Only links need no code of their own; the rest is loaded when it is used. */
export function createCapabilities(tools: CapabilityTools): readonly Capability[] {
  const balance = later(async () => (await import('./sdk/balance.js')).createBalance(tools))
  const send = later(async () => (await import('./sdk/sendingCode.js')).createSend(tools))
  const account = later(async () => (await import('./sdk/sendingCode.js')).createAccountTools(tools))
  const calls = later(async () => (await import('./sdk/sendingCode.js')).createCalls(tools))
  const names = later(async () => (await import('./sdk/identities.js')).createIdentities(tools))
  const history = later(async () => (await import('./sdk/history/createHistory.js')).createHistory(tools))
  const wallet = later(async () => (await import('./connect/walletCode.js')).createWalletRequests(tools))
  const assets = later(async () => (await import('./connect/walletAssets.js')).createWalletAssets(tools))
  const remote = lazy('The code for wallets', () => import('./connect/remote/remoteProvider.js'))
  const links = later(async () => (await import('./sdk/paymentLinks.js')).createPaymentLinks(tools.networks))
  return [
    capability(Balance, {
      native: balance('native'),
      tokens: balance('tokens'),
      multipliers: balance('multipliers'),
    }),
    capability(SignMessage, { sign: wallet('signMessage') }),
    capability(SignTypedData, { sign: wallet('signTypedData') }),
    capability(SignTransaction, { sign: account('signTransaction') }),
    capability(Send, {
      tokens: true,
      feeLevels,
      prepare: send('prepare'),
      maximum: send('maximum'),
      follow: send('follow'),
      calls: send('calls'),
    }),
    capability(OwnedCollectibles, { read: account('collectibles') }),
    capability(CollectibleTransfers, { prepare: account('move'), count: account('count') }),
    capability(TokenFacts, { read: account('facts') }),
    capability(Allowances, { read: account('allowances') }),
    capability(History, { read: history('read') }),
    capability(WalletAssets, { read: assets('read') }),
    capability(EvmCalls, {
      feeLevels,
      support: calls('support'),
      prepare: calls('prepare'),
      follow: calls('follow'),
    }),
    capability(Replace, { find: account('find'), prepare: account('prepare'), follow: account('follow') }),
    capability(Identities, {
      supports: (networkId) => nameRoot(tools.networks, networkId) !== undefined,
      lookup: names('lookup'),
      resolve: names('resolve'),
    }),
    capability(RequestNetwork, {
      methods: ['wallet_switchEthereumChain', 'wallet_addEthereumChain'],
      request: wallet('request'),
    }),
    capability(RemoteProvider, { load: async () => (await remote()).remoteAdapter(tools) }),
    capability(Explorer, createExplorer(tools.networks)),
    capability(PaymentRequest, {
      amounts: true,
      tokens: true,
      create: links('create'),
      links: { scheme: 'ethereum', shortNames: links('shortNames'), read: links('read') },
    }),
  ]
}

/** The functions of a module by name, each of which loads it when it is first called. */
function later<T>(load: () => Promise<T>) {
  const loaded = lazy('The code for EVM networks', load)
  return <Name extends FunctionsOf<T>>(name: Name): Extract<T[Name], AnyFunction> =>
    (async (request: never) => ((await loaded())[name] as AnyFunction)(request)) as Extract<
      T[Name],
      AnyFunction
    >
}

type AnyFunction = (request: never) => Promise<unknown>
type FunctionsOf<T> = { [Name in keyof T]: T[Name] extends AnyFunction ? Name : never }[keyof T]
