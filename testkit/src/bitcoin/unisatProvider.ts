import { hex } from '@scure/base'
import * as z from 'zod/mini'
import { createEmitter, type Listener } from '../evm/emitter.js'
import { rpcErrors } from '../evm/providerRpcError.js'
import type { BitcoinAccount, BitcoinKey, BitcoinPurpose } from './bitcoinKeys.js'
import type { BitcoinWalletContext } from './bitcoinWalletContext.js'
import { compactHeaders } from './signCompact.js'
import { ownInputs, readPsbt } from './signPsbt.js'
import {
  completePsbt,
  messagePrompt,
  psbtPrompt,
  sendTransfer,
  signMessage,
  transferPrompt,
} from './signing.js'

const psbtOptions = z.nullish(
  z.object({
    autoFinalized: z.optional(z.boolean()),
    toSignInputs: z.optional(
      z.array(
        z.object({
          index: z.number(),
          address: z.optional(z.string()),
          publicKey: z.optional(z.string()),
          sighashTypes: z.optional(z.array(z.number())),
        }),
      ),
    ),
  }),
)

/** A provider of the UniSat kind: one address at a time; refusals reject with code 4001. */
export interface UnisatProvider {
  requestAccounts(): Promise<readonly string[]>
  /** Does not ask; nothing without permission. */
  getAccounts(): Promise<readonly string[]>
  getPublicKey(): Promise<string>
  getNetwork(): Promise<string>
  getChain(): Promise<{ readonly enum: string; readonly network: string }>
  getBalance(): Promise<{ readonly confirmed: number; readonly unconfirmed: number; readonly total: number }>
  /** @param type `ecdsa` (default) or `bip322-simple` */
  signMessage(text: string, type?: string): Promise<string>
  /** @param psbt hex; finalised unless told otherwise */
  signPsbt(psbt: string, options?: unknown): Promise<string>
  pushPsbt(psbt: string): Promise<string>
  /** @param amount satoshis */
  sendBitcoin(to: string, amount: number, options?: { readonly feeRate?: number }): Promise<string>
  disconnect(): Promise<void>
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
}

/** A provider and its wallet's side. */
export interface Unisat {
  readonly provider: UnisatProvider
  listenerCount(event: string): number
}

const recipientSchema = z.object({ to: z.string(), amount: z.number().check(z.int(), z.gte(1)) })

/** Creates the provider. @param purpose which address of the account it shows */
export function createUnisat(context: BitcoinWalletContext, purpose: BitcoinPurpose): Unisat {
  const { behaviour, access, network } = context
  const emitter = createEmitter()
  const keyOf = (account: BitcoinAccount): BitcoinKey => account[purpose]
  const shown = () =>
    access
      .visible()
      .slice(0, 1)
      .map((account) => keyOf(account).address)
  access.onChange(() => emitter.emit('accountsChanged', shown()))
  const requireKey = () => {
    const [account] = access.visible()
    if (!account) throw rpcErrors.unauthorized('any account')
    return keyOf(account)
  }
  const readHex = (text: string) => {
    try {
      return readPsbt(hex.decode(z.string().parse(text)))
    } catch (error) {
      throw rpcErrors.invalidParams('signPsbt', error instanceof Error ? error.message : String(error))
    }
  }

  const provider: UnisatProvider = {
    async requestAccounts() {
      const needed = !access.permitted || access.locked
      const details = [{ label: 'Address', value: keyOf(access.selected).address }]
      const prompt = { title: 'show your Bitcoin address to this page', details }
      return behaviour.perform(
        { method: 'requestAccounts', params: [], ...(needed ? { prompt } : {}) },
        () => {
          access.setLocked(false)
          access.permit()
          return shown()
        },
      )
    },
    getAccounts: async () => behaviour.perform({ method: 'getAccounts', params: [] }, shown),
    getPublicKey: async () =>
      behaviour.perform({ method: 'getPublicKey', params: [] }, () => hex.encode(requireKey().publicKey)),
    getNetwork: async () =>
      behaviour.perform({ method: 'getNetwork', params: [] }, () => network.unisat.network),
    getChain: async () =>
      behaviour.perform({ method: 'getChain', params: [] }, () => ({
        enum: network.unisat.chain,
        network: network.unisat.network,
      })),
    getBalance: async () =>
      behaviour.perform({ method: 'getBalance', params: [] }, async () => {
        const unspent = await context.esplora.unspent(requireKey().address)
        const sum = (list: typeof unspent) => Number(list.reduce((all, { amount }) => all + amount, 0n))
        const confirmed = sum(unspent.filter((coin) => coin.confirmed))
        return { confirmed, unconfirmed: sum(unspent) - confirmed, total: sum(unspent) }
      }),
    async signMessage(text, type = 'ecdsa') {
      const protocol = z.enum(['ecdsa', 'bip322-simple']).parse(type) === 'ecdsa' ? 'ECDSA' : 'BIP322'
      const message = z.string().parse(text)
      const key = requireKey()
      const call = { method: 'signMessage', params: [message, type], prompt: messagePrompt(message, key) }
      return behaviour.perform(call, () => signMessage(message, key, protocol, compactHeaders.anyAddress))
    },
    async signPsbt(psbt, options) {
      const { autoFinalized = true, toSignInputs } = psbtOptions.parse(options) ?? {}
      const transaction = readHex(psbt)
      const key = requireKey()
      const signings = toSignInputs
        ? toSignInputs.map(({ index, sighashTypes }) => ({ key, indexes: [index], sighashTypes }))
        : ownInputs(transaction, [key])
      const prompt = psbtPrompt(context, transaction, false)
      return behaviour.perform(
        { method: 'signPsbt', params: [psbt, structuredClone(options)], prompt },
        async () => {
          const settings = { finalize: autoFinalized, broadcast: false }
          return hex.encode((await completePsbt(context, transaction, signings, settings)).psbt)
        },
      )
    },
    async pushPsbt(psbt) {
      const transaction = readHex(psbt)
      return behaviour.perform({ method: 'pushPsbt', params: [psbt] }, () =>
        context.esplora.broadcast(transaction.extract()),
      )
    },
    async sendBitcoin(to, amount, options) {
      const parsed = recipientSchema.parse({ to, amount })
      const feeRate = z.optional(z.number().check(z.gte(1))).parse(options?.feeRate)
      const recipients = [{ address: parsed.to, amount: BigInt(parsed.amount) }]
      requireKey()
      const call = {
        method: 'sendBitcoin',
        params: [to, amount, structuredClone(options)],
        prompt: transferPrompt(recipients),
      }
      return behaviour.perform(call, () => sendTransfer(context, recipients, feeRate))
    },
    disconnect: async () => behaviour.perform({ method: 'disconnect', params: [] }, () => access.revoke()),
    on: (event, listener) => emitter.on(event, listener),
    removeListener: (event, listener) => emitter.removeListener(event, listener),
  }
  return { provider, listenerCount: (event) => emitter.listenerCount(event) }
}
