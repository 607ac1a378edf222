import {
  Balance,
  capability,
  type Capability,
  type Clock,
  Explorer,
  lazy,
  type LogService,
  Send,
  SignMessage,
  SignTransaction,
} from '@latchkey/kernel/plugin'
import { createExplorer } from './explorer.js'
import { type BitcoinNetworks, networkOf } from './networks.js'
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
  const { networks, source } = tools
  const message = lazy('The code for signing', () => import('./lazy/signMessage.js'))
  const signer = lazy('The Bitcoin library', async () =>
    (await import('./lazy/createPsbtSigner.js')).createPsbtSigner(tools),
  )
  const send = lazy('The Bitcoin library', async () =>
    (await import('./lazy/send/createSend.js')).createSend(tools),
  )
  return [
    capability(Balance, {
      version: 1,
      async native(request) {
        const { symbol, decimals } = networkOf(networks, request.networkId).nativeCurrency
        const { confirmed, pending } = await source().balance(request)
        return { value: confirmed + pending, symbol, decimals }
      },
    }),
    capability(SignMessage, {
      version: 1,
      sign: async (request) => (await message()).signMessage(request),
    }),
    capability(SignPsbt, {
      version: 1,
      sign: async (request) => (await signer()).signPsbt.sign(request),
    }),
    capability(SignTransaction, {
      version: 1,
      sign: async (request) => (await signer()).signTransaction.sign(request),
    }),
    capability(Send, {
      version: 1,
      tokens: false,
      feeLevels: ['slow', 'normal', 'fast'],
      prepare: async (request) => (await send()).prepare(request),
      maximum: async (request) => (await send()).maximum(request),
    }),
    capability(Explorer, createExplorer(networks)),
  ]
}
