import {
  Balance,
  capability,
  type Capability,
  Explorer,
  History,
  PaymentRequest,
  RemoteProvider,
  Replace,
  Send,
  SignMessage,
  SignTransaction,
} from '@latchkey/kernel/contracts'
import { type Clock, lazy, type LogService } from '@latchkey/kernel/plugin'
import { BitcoinCalls } from './calls.js'
import { createExplorer } from './explorer.js'
import { loadBasics } from './loadBasics.js'
import type { BitcoinNetworks } from './networks.js'
import { SignPsbt } from './signPsbt.js'
import { supply } from './supply.js'
import type { UtxoSourceService } from './utxoSource.js'

export interface CapabilityTools {
  readonly networks: BitcoinNetworks
  readonly source: () => UtxoSourceService
  readonly clock: Clock
  readonly log: LogService
}

/** What Bitcoin can do. Only links need code of their own at once; the rest is loaded when it is used. */
export function createCapabilities(tools: CapabilityTools): readonly Capability[] {
  const basics = lazy('The Bitcoin client', async () => (await loadBasics()).createBasics(tools))
  const transactions = lazy('The Bitcoin library', async () =>
    (await import('./lazy/createTransactions.js')).createTransactions(tools),
  )
  const feeLevels = ['slow', 'normal', 'fast'] as const
  return [
    capability(Balance, {
      native: async (request) => (await basics()).native(request),
      largest: () => supply,
    }),
    capability(SignMessage, {
      sign: async (request) => (await basics()).signMessage(request),
    }),
    capability(SignPsbt, {
      sign: async (request) => (await transactions()).signPsbt.sign(request),
    }),
    capability(SignTransaction, {
      sign: async (request) => (await transactions()).signTransaction.sign(request),
    }),
    capability(Send, {
      tokens: false,
      feeLevels,
      prepare: async (request) => (await transactions()).send.prepare(request),
      maximum: async (request) => (await transactions()).send.maximum(request),
      follow: async (request) => (await transactions()).send.follow(request),
    }),
    capability(Replace, {
      incoming: true,
      find: async (request) => (await transactions()).replace.find(request),
      prepare: async (request) => (await transactions()).replace.prepare(request),
      follow: async (request) => (await transactions()).replace.follow(request),
    }),
    capability(BitcoinCalls, {
      feeLevels,
      support: async (request) => (await transactions()).calls.support(request),
      prepare: async (request) => (await transactions()).calls.prepare(request),
      follow: async (request) => (await transactions()).calls.follow(request),
    }),
    capability(History, { read: async (request) => (await basics()).history(request) }),
    capability(RemoteProvider, { load: async () => (await basics()).remoteAdapter }),
    capability(Explorer, createExplorer(tools.networks)),
    capability(PaymentRequest, {
      amounts: true,
      tokens: false,
      create: async (request) => (await basics()).createPaymentLink(request),
      links: { scheme: 'bitcoin', read: async (link) => (await basics()).readPaymentLink(link) },
    }),
  ]
}
