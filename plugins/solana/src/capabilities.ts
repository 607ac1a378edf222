import {
  Allowances,
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
import { type Clock, type HttpService, lazy, type LogService } from '@latchkey/kernel/plugin'
import { SolanaCalls } from './calls.js'
import { createExplorer } from './explorer.js'
import { largestAmount } from './largestAmount.js'
import type { Client } from './lazy/client.js'
import { networkOf, type SolanaNetworks } from './networks.js'
import { SignAllTransactions } from './signAllTransactions.js'
import { SignAndSendTransaction } from './signAndSendTransaction.js'
import { SignIn } from './signIn.js'

/** What Solana can do. Each part is loaded when it is first used. */
export function createCapabilities(
  networks: SolanaNetworks,
  http: HttpService,
  clock: Clock,
  log: LogService,
): readonly Capability[] {
  const reader = lazy('The Solana client', async () =>
    (await import('./lazy/createReader.js')).createReader(networks, http, clock, log),
  )
  const sender = async () => (await reader()).sender()
  const calls = async () => (await reader()).calls()
  const names = async () => (await reader()).names()
  const remote = lazy('The code for wallets elsewhere', () => import('./lazy/remoteWallet.js'))
  const links = lazy('The code for payment links', reader)
  const feeLevels = ['slow', 'normal', 'fast'] as const
  return [
    capability(Balance, {
      native: async (request) => (await reader()).balance.native(request),
      tokens: async (request) => (await reader()).balance.tokens(request),
      multipliers: async (request) => (await reader()).balance.multipliers(request),
      largest: () => largestAmount,
      listsTokens: true,
    }),
    ...createSigning(networks, async () => (await reader()).client),
    capability(Send, {
      tokens: true,
      feeLevels,
      prepare: async (request) => (await sender()).prepare(request),
      maximum: async (request) => (await sender()).maximum(request),
      reserve: async (request) => (await sender()).reserve(request),
      follow: async (request) => (await sender()).follow(request),
    }),
    capability(SolanaCalls, {
      feeLevels,
      support: async (request) => (await calls()).support(request),
      prepare: async (request) => (await calls()).prepare(request),
      follow: async (request) => (await calls()).follow(request),
    }),
    capability(History, { read: async (request) => (await reader()).history.read(request) }),
    capability(Allowances, { read: async (request) => (await (await reader()).allowances()).read(request) }),
    capability(Identities, {
      supports: (networkId) => !!networks.get(networkId)?.names,
      lookup: async (request) => (await names()).lookup(request),
      resolve: async (request) => (await names()).resolve(request),
    }),
    capability(RemoteProvider, { load: async () => (await remote()).remoteAdapter }),
    capability(Explorer, createExplorer(networks)),
    capability(PaymentRequest, {
      amounts: true,
      tokens: true,
      create: async (request) => (await links()).createPaymentLink(request),
      links: { scheme: 'solana', read: async (link) => (await links()).readPaymentLink(link) },
    }),
  ]
}

function createSigning(networks: SolanaNetworks, client: () => Promise<Client>): readonly Capability[] {
  const signing = lazy('The code for signing', () => import('./lazy/signing.js'))
  return [
    capability(SignMessage, {
      sign: async (request) => (await signing()).signMessage(request),
    }),
    capability(SignTransaction, {
      async sign({ networkId, transaction, ...request }) {
        const network = networkOf(networks, networkId)
        const { signTransactions } = await signing()
        const [signed] = await signTransactions({ ...request, network, transactions: [transaction] })
        return signed as Uint8Array
      },
    }),
    capability(SignAllTransactions, {
      async sign({ networkId, ...request }) {
        const network = networkOf(networks, networkId)
        return (await signing()).signTransactions({ ...request, network })
      },
    }),
    capability(SignAndSendTransaction, {
      send: async (request) => (await signing()).signAndSend(await client(), request),
    }),
    capability(SignIn, { signIn: async (request) => (await signing()).signIn(request, networks) }),
  ]
}
