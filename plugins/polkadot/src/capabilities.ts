import {
  Balance,
  type Capability,
  capability,
  Explorer,
  History,
  Identities,
  PaymentRequest,
  RemoteProvider,
  Send,
  SignMessage,
  SignTransaction,
} from '@latchkey/kernel/contracts'
import { lazy } from '@latchkey/kernel/plugin'
import { PolkadotCalls } from './calls.js'
import { createExplorer } from './explorer.js'
import { largestAmount } from './largestAmount.js'
import type { Sdk } from './lazy/sdk.js'
import type { PolkadotNetworks } from './networks.js'
import { PolkadotBalance } from './polkadotBalance.js'
import { SignPayload } from './signPayload.js'

export interface Loaders {
  readonly sdk: () => Promise<Sdk>
  /** What asks wallets, which needs no SDK. */
  readonly wallet: () => Promise<typeof import('./lazy/wallet.js')>
}

/** What Polkadot can do. Each part is loaded when it is first used. */
export function createCapabilities(
  networks: PolkadotNetworks,
  { sdk, wallet }: Loaders,
): readonly Capability[] {
  const remote = lazy('The code for wallets elsewhere', wallet)
  return [
    capability(Balance, {
      native: async (request) => (await (await sdk()).balances.read(request)).free,
      largest: () => largestAmount,
    }),
    capability(PolkadotBalance, {
      read: async (request) => (await sdk()).balances.read(request),
    }),
    capability(SignMessage, { sign: async (request) => (await wallet()).signMessage(request) }),
    capability(SignTransaction, {
      sign: async (request) => (await sdk()).transactions.sign(request),
    }),
    capability(SignPayload, {
      sign: async (request) => (await wallet()).signListedPayload(networks, request),
    }),
    capability(Send, {
      tokens: false,
      prepare: async (request) => (await sdk()).sender.prepare(request),
      maximum: async (request) => (await sdk()).sender.maximum(request),
      follow: async (request) => (await sdk()).sender.follow(request),
    }),
    capability(PolkadotCalls, {
      support: async (request) => (await sdk()).calls.support(request),
      prepare: async (request) => (await sdk()).calls.prepare(request),
      follow: async (request) => (await sdk()).calls.follow(request),
    }),
    capability(History, { read: async (request) => (await sdk()).history.read(request) }),
    capability(Identities, {
      supports: (networkId) => !!networks.get(networkId)?.people,
      lookup: async (request) => (await sdk()).names.lookup(request),
      resolve: async (request) => (await sdk()).names.resolve(request),
    }),
    capability(RemoteProvider, { load: async () => (await remote()).remoteAdapter }),
    capability(Explorer, createExplorer(networks)),
    capability(PaymentRequest, {
      amounts: false,
      tokens: false,
      create: async (request) => (await wallet()).createPaymentLink(networks, request),
    }),
  ]
}
