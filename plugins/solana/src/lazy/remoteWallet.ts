import { decodeBase58, encodeBase58, invalidAnswer } from '@latchkey/kernel/chain'
import { type NetworkId, parse, type RemoteAdapter, type RemoteSession } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import { placeSignature } from './placeSignature.js'

interface Input {
  readonly account: { readonly address: string }
  /** As Wallet Standard names it, such as `solana:mainnet`. */
  readonly chain?: string
}
interface TransactionInput extends Input {
  readonly transaction: Uint8Array
  readonly options?: object
}

/** Far above a packet of 1,232 bytes. */
const encoded = z.string().check(z.maxLength(4_000))
const signed = z.object({
  signature: z.string().check(z.maxLength(200)),
  transaction: z.optional(encoded),
})
const allSigned = z.object({ transactions: z.array(encoded) })

/** Clusters by the reference of their CAIP-2 id, for networks that do not say their Wallet Standard name. */
const clusters: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'solana:devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/** Solana over a session, as a Wallet Standard wallet. */
export const remoteAdapter: RemoteAdapter = { createProvider }

function createProvider(session: RemoteSession) {
  const isApproved = (method: string) => session.methods().includes(method)

  const chainOf = (networkId: string): string => {
    const named = session.networks.find(({ id }) => id === networkId) as
      | { walletStandardChain?: string }
      | undefined
    return named?.walletStandardChain ?? clusters[networkId.split(':')[1] ?? ''] ?? networkId
  }
  const chains = () => session.networkIds().map(chainOf)

  /** A chain that the session does not have is refused by the session, under the name it was asked for. */
  function ask(chain: string | undefined, method: string, params: unknown): Promise<unknown> {
    const networkId = chain && (session.networkIds().find((id) => chainOf(id) === chain) ?? chain)
    return session.request({ method, params }, networkId as NetworkId | undefined)
  }

  const features: Record<string, unknown> = {}
  const versions = { version: '1.0.0', supportedTransactionVersions: ['legacy', 0] } as const

  if (isApproved('solana_signMessage')) {
    features['solana:signMessage'] = {
      version: '1.0.0',
      signMessage: (...inputs: readonly (Input & { readonly message: Uint8Array })[]) =>
        inOrder(inputs, async ({ account, message }) => {
          const params = { message: encodeBase58(message), pubkey: account.address }
          const answer = await ask(undefined, 'solana_signMessage', params)
          const { signature } = parse(signed, answer, 'The signed message')
          return { signedMessage: message, signature: decode(signature, 'solana_signMessage') }
        }),
    }
  }
  if (isApproved('solana_signTransaction')) {
    features['solana:signTransaction'] = {
      ...versions,
      signTransaction: async (...inputs: readonly TransactionInput[]) => {
        const method = 'solana_signAllTransactions'
        const [first] = inputs
        if (inputs.length < 2 || !first || !isApproved(method)) return inOrder(inputs, signOne)
        const transactions = inputs.map(({ transaction }) => toBase64(transaction))
        const answer = await ask(first.chain, method, { transactions, pubkey: first.account.address })
        const { transactions: done } = parse(allSigned, answer, 'The signed transactions')
        return done.map((text) => ({ signedTransaction: decode(text, method, fromBase64) }))
      },
    }
  }
  if (isApproved('solana_signAndSendTransaction')) {
    features['solana:signAndSendTransaction'] = {
      ...versions,
      signAndSendTransaction: (...inputs: readonly TransactionInput[]) =>
        inOrder(inputs, async ({ account, chain, transaction, options }) => {
          const method = 'solana_signAndSendTransaction'
          const answer = await ask(chain, method, {
            transaction: toBase64(transaction),
            pubkey: account.address,
            ...(options ? { sendOptions: options } : {}),
          })
          return { signature: decode(parse(signed, answer, 'The sent transaction').signature, method) }
        }),
    }
  }

  async function signOne({ account, chain, transaction }: TransactionInput) {
    const method = 'solana_signTransaction'
    const params = { transaction: toBase64(transaction), pubkey: account.address }
    const answer = parse(signed, await ask(chain, method, params), 'The signed transaction')
    if (answer.transaction !== undefined) {
      return { signedTransaction: decode(answer.transaction, method, fromBase64) }
    }
    const placed = placeSignature(
      transaction,
      decodeBase58(account.address) as Uint8Array,
      decode(answer.signature, method),
    )
    if (!placed)
      throw invalidAnswer(session.walletName, method, 'a signature this transaction has no place for')
    return { signedTransaction: placed }
  }

  function decode(
    text: string,
    method: string,
    read: (text: string) => Uint8Array | undefined = decodeBase58,
  ): Uint8Array {
    const bytes = read(text)
    if (bytes === undefined) throw invalidAnswer(session.walletName, method, text)
    return bytes
  }

  return {
    version: '1.0.0' as const,
    name: session.walletName,
    get chains() {
      return chains()
    },
    get accounts() {
      return session.accounts().map(({ address }) => ({
        address,
        publicKey: decodeBase58(address) as Uint8Array,
        chains: chains(),
        features: Object.keys(features),
      }))
    },
    features,
  }
}

/** One prompt after another: wallets refuse a second while one is open. */
async function inOrder<Input, Output>(
  inputs: readonly Input[],
  run: (input: Input) => Promise<Output>,
): Promise<Output[]> {
  const outputs: Output[] = []
  for (const input of inputs) outputs.push(await run(input))
  return outputs
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
