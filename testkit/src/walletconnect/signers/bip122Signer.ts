import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import type { NETWORK } from '@scure/btc-signer'
import { Address, OutScript, p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import * as z from 'zod/mini'
import { invalidParameters, unknownAccount, unsupportedMethod, WalletError } from '../walletError.js'
import {
  hashBip322Message,
  hashBitcoinMessage,
  signBip322Message,
  signBitcoinMessage,
} from './bitcoinMessage.js'
import { bitcoinNetworkOf } from './bitcoinNetwork.js'
import { signBitcoinTransfer } from './bitcoinTransfer.js'
import type { Signer, SignerOptions, SignRequest } from './signer.js'
import { parameters, rpcUrlFor } from './signer.js'

const signMessage = z.object({
  account: z.string(),
  message: z.string(),
  address: z.optional(z.string()),
  protocol: z.optional(z.enum(['ecdsa', 'bip322'])),
})
const signPsbt = z.object({
  account: z.string(),
  psbt: z.string(),
  signInputs: z.array(
    z.object({
      address: z.string(),
      index: z.number().check(z.int(), z.nonnegative()),
      sighashTypes: z.optional(z.array(z.number())),
    }),
  ),
  broadcast: z.optional(z.boolean()),
})
const sendTransfer = z.object({
  account: z.string(),
  recipientAddress: z.string(),
  amount: z.string().check(z.regex(/^[1-9][0-9]*$/)),
})
const accountOnly = z.object({ account: z.string() })

/** One key seen as one kind of address. */
export interface BitcoinAccount {
  readonly key: Uint8Array
  readonly kind: 'p2wpkh' | 'p2tr'
  readonly intention: 'payment' | 'ordinal'
  readonly address: string
  readonly publicKey: Uint8Array
  readonly script: Uint8Array
}

/**
 * Bitcoin keys: each gives a P2WPKH address for payments and a P2TR address for ordinals. `rpcUrls` name
 * Esplora-style services. Signatures and message hashes are hex, PSBTs base64, amounts satoshi strings.
 */
export function createBip122Signer({ keys, chains, rpcUrls }: SignerOptions): Signer {
  const accountsOn = (chainId: string): readonly BitcoinAccount[] =>
    keys.flatMap((key) => accountsOf(key, bitcoinNetworkOf(chainId)))

  function accountFor(request: SignRequest, address: string): BitcoinAccount {
    const account = accountsOn(request.chainId).find((held) => held.address === address)
    if (!account) throw unknownAccount(address)
    return account
  }

  function message(request: SignRequest) {
    const { account, address = account, message: text, protocol } = parameters(signMessage, request)
    const signer = accountFor(request, address)
    if (signer.kind === 'p2tr' && protocol === 'ecdsa') {
      throw new WalletError(-32602, 'A taproot address cannot sign with "ecdsa": ask for "bip322".')
    }
    const bip322 = (protocol ?? (signer.kind === 'p2tr' ? 'bip322' : 'ecdsa')) === 'bip322'
    const internal = signer.kind === 'p2tr' ? schnorr.getPublicKey(signer.key) : undefined
    const signature = bip322
      ? signBip322Message(text, signer.key, signer.script, internal)
      : signBitcoinMessage(text, signer.key, 'p2wpkh')
    const messageHash = bip322 ? hashBip322Message(text) : hashBitcoinMessage(text)
    return { address, signature: bytesToHex(signature), messageHash: bytesToHex(messageHash) }
  }

  async function psbt(request: SignRequest) {
    const { psbt: encoded, signInputs, broadcast } = parameters(signPsbt, request)
    const transaction = decodePsbt(encoded, request.method)
    for (const { address, index, sighashTypes } of signInputs) {
      const { key } = accountFor(request, address)
      try {
        transaction.signIdx(key, index, sighashTypes)
      } catch (cause) {
        throw invalidParameters(request.method, cause)
      }
    }
    if (!broadcast) return { psbt: base64.encode(transaction.toPSBT()) }
    const signed = base64.encode(transaction.toPSBT())
    transaction.finalize()
    const txid = await broadcastTransaction(rpcUrlFor(rpcUrls, request.chainId), transaction.hex)
    return { psbt: signed, txid }
  }

  async function transfer(request: SignRequest) {
    const { account, recipientAddress, amount } = parameters(sendTransfer, request)
    const network = bitcoinNetworkOf(request.chainId)
    const recipient = scriptOf(recipientAddress, network, request.method)
    const esplora = rpcUrlFor(rpcUrls, request.chainId)
    const transaction = await signBitcoinTransfer({
      esplora,
      from: accountFor(request, account),
      recipient,
      amount: BigInt(amount),
      chainId: request.chainId,
    })
    return { txid: await broadcastTransaction(esplora, transaction) }
  }

  return {
    namespace: 'bip122',
    chains,
    methods: ['sendTransfer', 'signPsbt', 'signMessage', 'getAccountAddresses'],
    events: ['bip122_addressesChanged', 'accountsChanged', 'chainChanged'],
    addresses: (chainId) => accountsOn(chainId).map(({ address }) => address),
    async sign(request) {
      switch (request.method) {
        case 'signMessage':
          return message(request)
        case 'signPsbt':
          return psbt(request)
        case 'sendTransfer':
          return transfer(request)
        case 'getAccountAddresses':
          accountFor(request, parameters(accountOnly, request).account)
          return accountsOn(request.chainId).map(({ address, publicKey, intention }) => ({
            address,
            publicKey: bytesToHex(publicKey),
            intention,
          }))
        default:
          throw unsupportedMethod(request.method)
      }
    },
  }
}

function accountsOf(key: Uint8Array, network: typeof NETWORK): readonly BitcoinAccount[] {
  const publicKey = secp256k1.getPublicKey(key)
  const internal = schnorr.getPublicKey(key)
  const payment = p2wpkh(publicKey, network)
  const ordinal = p2tr(internal, undefined, network)
  return [
    {
      key,
      kind: 'p2wpkh',
      intention: 'payment',
      address: payment.address ?? '',
      publicKey,
      script: payment.script,
    },
    {
      key,
      kind: 'p2tr',
      intention: 'ordinal',
      address: ordinal.address ?? '',
      publicKey: internal,
      script: ordinal.script,
    },
  ]
}

function decodePsbt(encoded: string, method: string): Transaction {
  try {
    return Transaction.fromPSBT(base64.decode(encoded))
  } catch (cause) {
    throw invalidParameters(method, cause)
  }
}

function scriptOf(address: string, network: typeof NETWORK, method: string): Uint8Array {
  try {
    return OutScript.encode(Address(network).decode(address))
  } catch (cause) {
    throw invalidParameters(method, cause)
  }
}

async function broadcastTransaction(esplora: string, hex: string): Promise<string> {
  const response = await fetch(`${esplora}/tx`, { method: 'POST', body: hex })
  const text = await response.text()
  if (!response.ok) throw new WalletError(-32000, `The node did not take the transaction: ${text}`)
  return text.trim()
}
