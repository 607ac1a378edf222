import * as z from 'zod/mini'
import type { StandardEvents } from '../standard/standardEvents.js'
import { rpcErrors } from '../evm/providerRpcError.js'
import { copyBytes, readable } from '../wallet/bytes.js'
import type { BitcoinPurpose } from './bitcoinKeys.js'
import { type BitcoinWalletContext, visibleKeys } from './bitcoinWalletContext.js'
import { completePsbt, messagePrompt, psbtPrompt, requireKey } from './signing.js'
import { signBip322 } from './bip322.js'
import { readPsbt } from './signPsbt.js'

/** An account as the Bitcoin Wallet Standard shows it. */
export interface BitcoinStandardAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly purpose: BitcoinPurpose
  readonly chains: readonly `${string}:${string}`[]
  readonly features: readonly `${string}:${string}`[]
}

type AddressOnly = Pick<BitcoinStandardAccount, 'address'>

/** Input of `bitcoin:signTransaction`. */
export interface BitcoinTransactionInput {
  readonly psbt: Uint8Array
  readonly inputsToSign: readonly {
    readonly account: AddressOnly
    readonly signingIndexes: readonly number[]
    readonly sigHash?: string
  }[]
  readonly chain?: string
}

/** The features of the wallet; signing methods take any number of inputs and answer in their order. */
export interface BitcoinFeatures {
  readonly 'bitcoin:connect': {
    readonly version: '1.0.0'
    connect(input: {
      readonly purposes: readonly BitcoinPurpose[]
    }): Promise<{ readonly accounts: readonly BitcoinStandardAccount[] }>
  }
  readonly 'bitcoin:disconnect': { readonly version: '1.0.0'; disconnect(): Promise<void> }
  readonly 'bitcoin:events': StandardEvents['feature']
  readonly 'standard:events': StandardEvents['feature']
  readonly 'bitcoin:signMessage': {
    readonly version: '1.0.0'
    signMessage(
      ...inputs: readonly { readonly account: AddressOnly; readonly message: Uint8Array }[]
    ): Promise<readonly { readonly signedMessage: Uint8Array; readonly signature: Uint8Array }[]>
  }
  readonly 'bitcoin:signTransaction': {
    readonly version: '1.0.0'
    signTransaction(
      ...inputs: readonly BitcoinTransactionInput[]
    ): Promise<readonly { readonly signedPsbt: Uint8Array }[]>
  }
  readonly 'bitcoin:signAndSendTransaction': {
    readonly version: '1.0.0'
    signAndSendTransaction(
      ...inputs: readonly BitcoinTransactionInput[]
    ): Promise<readonly { readonly txId: string }[]>
  }
}

const purposesSchema = z.array(z.enum(['payment', 'ordinals']))

const sighashTypes: Readonly<Record<string, number>> = {
  ALL: 0x01,
  NONE: 0x02,
  SINGLE: 0x03,
  'ALL|ANYONECANPAY': 0x81,
  'NONE|ANYONECANPAY': 0x82,
  'SINGLE|ANYONECANPAY': 0x83,
}

/** Creates the features. Every input is copied before the user is asked. */
export function createBitcoinFeatures(
  context: BitcoinWalletContext,
  events: StandardEvents,
  visibleAccounts: () => readonly BitcoinStandardAccount[],
): BitcoinFeatures {
  const { behaviour, access, network } = context
  const readInput = ({ psbt, inputsToSign, chain }: BitcoinTransactionInput) => {
    if (chain !== undefined && chain !== network.standard) {
      throw rpcErrors.invalidParams('the request', `the wallet is on ${network.standard}, not on ${chain}`)
    }
    const transaction = readPsbt(copyBytes(psbt, 'psbt'))
    const signings = inputsToSign.map(({ account, signingIndexes, sigHash }) => ({
      key: requireKey(context, account.address),
      indexes: [...signingIndexes],
      sighashTypes: sigHash === undefined ? undefined : [readSighash(sigHash)],
    }))
    return { transaction, signings }
  }
  const complete = async (method: string, inputs: readonly BitcoinTransactionInput[], broadcast: boolean) => {
    const read = inputs.map(readInput)
    const details = read.flatMap(({ transaction }) => psbtPrompt(context, transaction, broadcast).details)
    const prompt = { title: broadcast ? 'sign and send this transaction' : 'sign this transaction', details }
    return behaviour.perform({ method, params: structuredClone(inputs), prompt }, async () => {
      const outputs: Awaited<ReturnType<typeof completePsbt>>[] = []
      for (const { transaction, signings } of read) {
        outputs.push(await completePsbt(context, transaction, signings, { finalize: false, broadcast }))
      }
      return outputs
    })
  }
  return {
    'bitcoin:events': events.feature,
    'standard:events': events.feature,
    'bitcoin:connect': {
      version: '1.0.0',
      async connect({ purposes }) {
        const wanted = purposesSchema.parse(purposes)
        const needed = !access.permitted || access.locked
        const details = visibleDetails(context)
        const prompt = { title: 'show your Bitcoin addresses to this page', details }
        const call = {
          method: 'bitcoin:connect',
          params: { purposes: wanted },
          ...(needed ? { prompt } : {}),
        }
        return behaviour.perform(call, () => {
          access.setLocked(false)
          access.permit()
          return { accounts: visibleAccounts().filter(({ purpose }) => wanted.includes(purpose)) }
        })
      },
    },
    'bitcoin:disconnect': {
      version: '1.0.0',
      disconnect: () =>
        behaviour.perform({ method: 'bitcoin:disconnect', params: {} }, () => access.revoke()),
    },
    'bitcoin:signMessage': {
      version: '1.0.0',
      async signMessage(...inputs) {
        const messages = inputs.map(({ account, message }) => ({
          key: requireKey(context, account.address),
          message: copyBytes(message, 'message'),
        }))
        const details = messages.flatMap(({ key, message }) => messagePrompt(readable(message), key).details)
        const params = messages.map(({ key, message }) => ({ account: key.address, message }))
        const prompt = { title: 'sign this message', details }
        return behaviour.perform({ method: 'bitcoin:signMessage', params, prompt }, () =>
          messages.map(({ key, message }) => ({
            signedMessage: message,
            signature: signatureBytes(new TextDecoder().decode(message), key),
          })),
        )
      },
    },
    'bitcoin:signTransaction': {
      version: '1.0.0',
      async signTransaction(...inputs) {
        const outputs = await complete('bitcoin:signTransaction', inputs, false)
        return Array.isArray(outputs) ? outputs.map(({ psbt }) => ({ signedPsbt: psbt })) : outputs
      },
    },
    'bitcoin:signAndSendTransaction': {
      version: '1.0.0',
      async signAndSendTransaction(...inputs) {
        const outputs = await complete('bitcoin:signAndSendTransaction', inputs, true)
        return Array.isArray(outputs) ? outputs.map(({ txid }) => ({ txId: txid ?? '' })) : outputs
      },
    },
  }
}

/** The Wallet Standard's signature is bytes: here those of BIP-322's simple form. */
const signatureBytes = (message: string, key: Parameters<typeof signBip322>[1]) =>
  Uint8Array.from(atob(signBip322(message, key)), (letter) => letter.charCodeAt(0))

function readSighash(name: string): number {
  const type = Object.hasOwn(sighashTypes, name) ? sighashTypes[name] : undefined
  if (type === undefined) throw rpcErrors.invalidParams('the request', `"${name}" is no signature hash type`)
  return type
}

function visibleDetails({ access }: BitcoinWalletContext) {
  const { payment, ordinals } = access.selected
  return [
    { label: 'Payment', value: payment.address },
    { label: 'Ordinals', value: ordinals.address },
  ]
}

/** The accounts of the Wallet Standard, one per address. */
export const standardAccounts = (context: BitcoinWalletContext): readonly BitcoinStandardAccount[] =>
  visibleKeys(context).map(({ address, publicKey, purpose }) =>
    Object.freeze({
      address,
      publicKey: Uint8Array.from(publicKey),
      purpose,
      chains: [context.network.standard],
      features: ['bitcoin:signAndSendTransaction', 'bitcoin:signMessage', 'bitcoin:signTransaction'] as const,
    }),
  )
