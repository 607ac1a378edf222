import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import * as z from 'zod/mini'
import { invalidParameters, unknownAccount, unsupportedMethod, WalletError } from '../walletError.js'
import type { Signer, SignerOptions, SignRequest } from './signer.js'
import { parameters, rpcUrlFor } from './signer.js'
import { parseSolanaTransaction } from './solanaTransaction.js'

const signMessage = z.object({ message: z.string(), pubkey: z.string() })
const signTransaction = z.object({ transaction: z.string(), pubkey: z.optional(z.string()) })
const signAll = z.object({ transactions: z.array(z.string()) })
const signAndSend = z.object({
  transaction: z.string(),
  pubkey: z.optional(z.string()),
  sendOptions: z.optional(z.record(z.string(), z.unknown())),
})
const sendAnswer = z.union([
  z.object({ result: z.string() }),
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
])

/** Solana keys (ed25519). Messages are base58, transactions base64, signatures base58. */
export function createSolanaSigner({ keys, chains, rpcUrls }: SignerOptions): Signer {
  const accounts = keys.map((key) => {
    const publicKey = ed25519.getPublicKey(key)
    return { key, address: base58.encode(publicKey) }
  })

  function signed(request: SignRequest, encoded: string) {
    const transaction = parseSolanaTransaction(decode(base64, encoded, request), request.method)
    const required = transaction.signers.map((signer) => base58.encode(signer))
    const account = accounts.find(({ address }) => required.includes(address))
    if (!account) throw unknownAccount(required.join(', '))
    const signature = ed25519.sign(transaction.message, account.key)
    const bytes = transaction.withSignature(required.indexOf(account.address), signature)
    return { signature: base58.encode(signature), transaction: base64.encode(bytes) }
  }

  async function send(request: SignRequest): Promise<{ readonly signature: string }> {
    const { transaction: unsigned, sendOptions } = parameters(signAndSend, request)
    const { transaction } = signed(request, unsigned)
    const params = [transaction, { encoding: 'base64', ...sendOptions }]
    const response = await fetch(rpcUrlFor(rpcUrls, request.chainId), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params }),
    })
    const answer = sendAnswer.parse(await response.json())
    if ('error' in answer) throw new WalletError(answer.error.code, answer.error.message)
    return { signature: answer.result }
  }

  return {
    namespace: 'solana',
    chains,
    methods: [
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'solana_getAccounts',
      'solana_requestAccounts',
    ],
    events: ['accountsChanged', 'chainChanged'],
    addresses: () => accounts.map(({ address }) => address),
    async sign(request) {
      switch (request.method) {
        case 'solana_signMessage': {
          const { message, pubkey } = parameters(signMessage, request)
          const account = accounts.find(({ address }) => address === pubkey)
          if (!account) throw unknownAccount(pubkey)
          const bytes = decode(base58, message, request)
          return { signature: base58.encode(ed25519.sign(bytes, account.key)) }
        }
        case 'solana_signTransaction':
          return signed(request, parameters(signTransaction, request).transaction)
        case 'solana_signAllTransactions': {
          const { transactions } = parameters(signAll, request)
          return { transactions: transactions.map((each) => signed(request, each).transaction) }
        }
        case 'solana_signAndSendTransaction':
          return send(request)
        case 'solana_getAccounts':
        case 'solana_requestAccounts':
          return accounts.slice(0, 1).map(({ address }) => ({ pubkey: address }))
        default:
          throw unsupportedMethod(request.method)
      }
    },
  }
}

function decode(coder: typeof base58, text: string, { method }: SignRequest): Uint8Array {
  try {
    return coder.decode(text)
  } catch (cause) {
    throw invalidParameters(method, cause)
  }
}
