import {
  Balance,
  capability,
  type Capability,
  type Clock,
  Explorer,
  History,
  lazy,
  type LogService,
  PaymentRequest,
  RemoteProvider,
  Send,
  SignMessage,
  SignTransaction,
} from '@latchkey/kernel/plugin'
import { BitcoinCalls } from './calls.js'
import { createExplorer } from './explorer.js'
import type { BitcoinNetworks } from './networks.js'
import { SignPsbt } from './signPsbt.js'
import type { UtxoSourceService } from './utxoSource.js'

export interface CapabilityTools {
  readonly networks: BitcoinNetworks
  readonly source: () => UtxoSourceService
  readonly clock: Clock
  readonly log: LogService
}

/** What Bitcoin can do. Only links need code of their own at once; the rest is loaded when it is used. */
export function createCapabilities(tools: CapabilityTools): readonly Capability[] {
  const { networks } = tools
  const message = lazy('The code for signing', () => import('./lazy/signMessage.js'))
  const signer = lazy('The Bitcoin library', async () =>
    (await import('./lazy/createPsbtSigner.js')).createPsbtSigner(tools),
  )
  const send = lazy('The Bitcoin library', async () =>
    (await import('./lazy/send/createSend.js')).createSend(tools),
  )
  const calls = lazy('The Bitcoin library', async () =>
    (await import('./lazy/calls/createCalls.js')).createCalls(tools),
  )
  const reader = lazy('The Bitcoin client', async () =>
    (await import('./lazy/createReader.js')).createReader(tools),
  )
  const remote = lazy('The code for wallets elsewhere', () => import('./lazy/remoteWallet.js'))
  const links = lazy('The code for payment links', () => import('./lazy/createPaymentLink.js'))
  const reading = lazy('The code for payment links', () => import('./lazy/readPaymentLink.js'))
  return [
    capability(Balance, {
      native: async (request) => (await reader()).native(request),
    }),
    capability(SignMessage, {
      sign: async (request) => (await message()).signMessage(request),
    }),
    capability(SignPsbt, {
      sign: async (request) => (await signer()).signPsbt.sign(request),
    }),
    capability(SignTransaction, {
      sign: async (request) => (await signer()).signTransaction.sign(request),
    }),
    capability(Send, {
      tokens: false,
      feeLevels: ['slow', 'normal', 'fast'],
      prepare: async (request) => (await send()).prepare(request),
      maximum: async (request) => (await send()).maximum(request),
      follow: async (request) => (await send()).follow(request),
    }),
    capability(BitcoinCalls, {
      feeLevels: ['slow', 'normal', 'fast'],
      support: async (request) => (await calls()).support(request),
      prepare: async (request) => (await calls()).prepare(request),
      follow: async (request) => (await calls()).follow(request),
    }),
    capability(History, { read: async (request) => (await reader()).history(request) }),
    capability(RemoteProvider, { load: async () => (await remote()).remoteAdapter }),
    capability(Explorer, createExplorer(networks)),
    capability(PaymentRequest, {
      amounts: true,
      tokens: false,
      create: async (request) => (await links()).createPaymentLink(networks, request),
      links: { scheme: 'bitcoin', read: async (link) => (await reading()).readPaymentLink(link) },
    }),
  ]
}
