import { base64, hex } from '@scure/base'
import * as z from 'zod/mini'
import { createEmitter } from '../evm/emitter.js'
import { ProviderRpcError, rpcErrors } from '../evm/providerRpcError.js'
import { bip322MessageHash } from './bip322.js'
import type { BitcoinAccount, BitcoinKey } from './bitcoinKeys.js'
import { type BitcoinWalletContext, visibleKeys } from './bitcoinWalletContext.js'
import { compactHeaders, compactMessageHash } from './signCompact.js'
import { ownInputs } from './signPsbt.js'
import {
  completePsbt,
  messagePrompt,
  psbtPrompt,
  readBase64Psbt,
  requireKey,
  sendTransfer,
  signMessage,
  transferPrompt,
} from './signing.js'

/** A JSON-RPC answer: sats-connect providers resolve with errors instead of rejecting. */
export type SatsConnectResponse =
  | { readonly jsonrpc: '2.0'; readonly id: string; readonly result: unknown }
  | {
      readonly jsonrpc: '2.0'
      readonly id: string
      readonly error: { readonly code: number; readonly message: string }
    }

type Listener = (event: unknown) => void

/** A provider of the sats-connect kind. */
export interface SatsConnectProvider {
  request(method: string, params?: unknown): Promise<SatsConnectResponse>
  addListener(
    event: string | { readonly eventName: string; readonly cb: Listener },
    listener?: Listener,
  ): () => void
}

/** A provider and its wallet's side. */
export interface SatsConnect {
  readonly provider: SatsConnectProvider
  listenerCount(event: string): number
}

const purposes = z.object({ purposes: z.optional(z.array(z.string())) })
const connectParameters = z.nullish(z.object({ addresses: z.optional(z.array(z.string())) }))
const messageParameters = z.object({
  address: z.string(),
  message: z.string(),
  protocol: z.optional(z.enum(['ECDSA', 'BIP322'])),
})
const psbtParameters = z.object({
  psbt: z.string(),
  signInputs: z.optional(z.record(z.string(), z.array(z.number()))),
  broadcast: z.optional(z.boolean()),
})
const transferParameters = z.object({
  recipients: z
    .array(z.object({ address: z.string(), amount: z.number().check(z.int(), z.gte(1)) }))
    .check(z.minLength(1)),
})

/** sats-connect's own codes for what EIP-1193 calls 4001, 4200 and 4100. */
const codes: Readonly<Record<number, number>> = { 4001: -32000, 4200: -32001, 4100: -32002 }

/** Creates the provider. */
export function createSatsConnect(context: BitcoinWalletContext): SatsConnect {
  const { behaviour, access, network, identity } = context
  const emitter = createEmitter()
  let lastId = 0
  access.onChange(() => {
    const addresses = visibleKeys(context).map(addressJson)
    if (access.permitted) emitter.emit('accountChange', { type: 'accountChange', addresses })
    else emitter.emit('disconnect', { type: 'disconnect' })
  })

  const networkJson = {
    bitcoin: { name: network.satsConnect },
    stacks: { name: network.coinType === 0 ? 'mainnet' : 'testnet' },
    spark: { name: network.coinType === 0 ? 'mainnet' : 'regtest' },
  }
  const addresses = (wanted?: readonly string[]) =>
    visibleKeys(context)
      .filter(({ purpose }) => wanted === undefined || wanted.includes(purpose))
      .map(addressJson)
  const accountJson = (account: BitcoinAccount, wanted?: readonly string[]) => ({
    id: account.address,
    addresses: addresses(wanted),
    walletType: 'software',
    network: networkJson,
  })
  const requirePermission = () => {
    const [account] = access.visible()
    if (!account) throw rpcErrors.unauthorized('any account')
    return account
  }
  const permitted = (method: string, params: unknown, ask: boolean, answer: () => unknown) => {
    const needed = ask && (!access.permitted || access.locked)
    const prompt = {
      title: 'show your Bitcoin addresses to this page',
      details: [
        { label: 'Payment', value: access.selected.payment.address },
        { label: 'Ordinals', value: access.selected.ordinals.address },
      ],
    }
    return behaviour.perform({ method, params, ...(needed ? { prompt } : {}) }, () => {
      if (ask) {
        access.setLocked(false)
        access.permit()
      }
      return answer()
    })
  }

  const methods: Readonly<Record<string, (method: string, params: unknown) => Promise<unknown>>> = {
    getInfo: (method, params) =>
      behaviour.perform({ method, params }, () => ({
        version: '2.0.0',
        platform: 'web',
        methods: Object.keys(methods),
        supports: ['WBIP001', 'WBIP002', 'WBIP003', 'WBIP004'],
      })),
    wallet_connect: (method, params) =>
      permitted(method, params, true, () =>
        accountJson(requirePermission(), connectParameters.parse(params)?.addresses),
      ),
    wallet_disconnect: (method, params) =>
      behaviour.perform({ method, params }, () => access.revoke() ?? null),
    wallet_requestPermissions: (method, params) => permitted(method, params, true, () => true),
    wallet_renouncePermissions: (method, params) =>
      behaviour.perform({ method, params }, () => access.revoke() ?? null),
    wallet_getAccount: (method, params) =>
      permitted(method, params, false, () => accountJson(requirePermission())),
    wallet_getNetwork: (method, params) => behaviour.perform({ method, params }, () => networkJson),
    wallet_getWalletType: (method, params) => behaviour.perform({ method, params }, () => 'software'),
    getAddresses: (method, params) =>
      permitted(method, params, true, () => ({
        addresses: addresses(purposes.parse(params).purposes),
        network: networkJson,
      })),
    getAccounts: (method, params) =>
      permitted(method, params, true, () => addresses(purposes.parse(params).purposes)),
    getBalance: (method, params) =>
      behaviour.perform({ method, params }, async () => {
        const unspent = await context.esplora.unspent(requirePermission().payment.address)
        const sum = (list: typeof unspent) => list.reduce((total, { amount }) => total + amount, 0n)
        const confirmed = sum(unspent.filter((coin) => coin.confirmed))
        return {
          confirmed: `${confirmed}`,
          unconfirmed: `${sum(unspent) - confirmed}`,
          total: `${sum(unspent)}`,
        }
      }),
    signMessage: (method, params) => {
      const { address, message, protocol } = messageParameters.parse(params)
      const key = requireKey(context, address)
      const used = protocol ?? (key.addressType === 'p2tr' ? 'BIP322' : 'ECDSA')
      return behaviour.perform({ method, params, prompt: messagePrompt(message, key) }, () => ({
        signature: signMessage(message, key, used, compactHeaders.segwit),
        messageHash: hex.encode(used === 'BIP322' ? bip322MessageHash(message) : compactMessageHash(message)),
        address,
        protocol: used,
      }))
    },
    signPsbt: (method, params) => {
      const { psbt, signInputs, broadcast = false } = psbtParameters.parse(params)
      requirePermission()
      const transaction = readBase64Psbt(psbt)
      const signings = signInputs
        ? Object.entries(signInputs).map(([address, indexes]) => ({
            key: requireKey(context, address),
            indexes,
          }))
        : ownInputs(transaction, visibleKeys(context))
      const prompt = psbtPrompt(context, transaction, broadcast)
      return behaviour.perform({ method, params, prompt }, async () => {
        const done = await completePsbt(context, transaction, signings, { finalize: false, broadcast })
        return { ...done, psbt: base64.encode(done.psbt) }
      })
    },
    sendTransfer: (method, params) => {
      const recipients = transferParameters.parse(params).recipients.map(({ address, amount }) => {
        return { address, amount: BigInt(amount) }
      })
      requirePermission()
      return behaviour.perform({ method, params, prompt: transferPrompt(recipients) }, async () => ({
        txid: await sendTransfer(context, recipients),
      }))
    },
  }
  const provider: SatsConnectProvider = {
    async request(method, params) {
      lastId += 1
      const id = `${identity.id}-${lastId}`
      try {
        const run = Object.hasOwn(methods, method) ? methods[method] : undefined
        if (!run) throw rpcErrors.unsupportedMethod(method)
        return { jsonrpc: '2.0', id, result: await run(method, structuredClone(params)) }
      } catch (error) {
        return { jsonrpc: '2.0', id, error: errorJson(error) }
      }
    },
    addListener(event, listener) {
      const [name, callback] = typeof event === 'string' ? [event, listener] : [event.eventName, event.cb]
      if (!callback) throw new TypeError('A listener must be a function.')
      emitter.on(name, callback)
      return () => emitter.removeListener(name, callback)
    },
  }
  return { provider, listenerCount: (event) => emitter.listenerCount(event) }
}

const addressJson = ({ address, publicKey, purpose, addressType }: BitcoinKey) => ({
  address,
  publicKey: hex.encode(publicKey),
  purpose,
  addressType,
  walletType: 'software',
})

function errorJson(error: unknown): { code: number; message: string } {
  if (error instanceof ProviderRpcError)
    return { code: codes[error.code] ?? error.code, message: error.message }
  const message = error instanceof Error ? error.message : String(error)
  // What zod refuses is the page's mistake; anything else is the wallet's.
  return { code: error instanceof z.core.$ZodError ? -32602 : -32603, message }
}
