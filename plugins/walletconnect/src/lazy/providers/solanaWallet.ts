import { invalidAnswer } from '@latchkey/kernel/chain'
import { type NetworkId, parse } from '@latchkey/kernel/plugin'
import { base58, base64 } from '@scure/base'
import * as z from 'zod/mini'
import { methodNotApproved, networkNotApproved } from '../../sessionErrors.js'
import type { SessionAccess } from '../sessionConnection.js'
import type { ProviderTools } from './createProvider.js'
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

const signed = z.object({ signature: z.string(), transaction: z.optional(z.string()) })
const allSigned = z.object({ transactions: z.array(z.string()) })

/** Clusters by the reference of their CAIP-2 id, for networks that do not say their Wallet Standard name. */
const clusters: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'solana:devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/** The session as a Wallet Standard wallet, which is what the Solana plugin works with. */
export function createSolanaWallet(session: SessionAccess, { networks }: ProviderTools) {
  const granted = () => session.view().approved.namespaces['solana']
  const isApproved = (method: string) => granted()?.methods.includes(method) ?? false

  const chainOf = (networkId: string): string => {
    const named = networks.find(({ id }) => id === networkId) as { walletStandardChain?: string } | undefined
    return named?.walletStandardChain ?? clusters[networkId.split(':')[1] ?? ''] ?? networkId
  }
  const chains = () => (granted()?.networkIds ?? []).map(chainOf)

  function networkOf(chain: string | undefined): NetworkId {
    const approved = granted()?.networkIds ?? []
    const found = chain ? approved.find((id) => chainOf(id) === chain) : session.view().networks['solana']
    if (found === undefined) throw networkNotApproved(chain ?? 'solana')
    return found as NetworkId
  }

  function ask(chain: string | undefined, method: string, params: unknown): Promise<unknown> {
    if (!isApproved(method)) throw methodNotApproved(method)
    return session.ask(networkOf(chain), method, params)
  }

  const features: Record<string, unknown> = {}
  const versions = { version: '1.0.0', supportedTransactionVersions: ['legacy', 0] } as const

  if (isApproved('solana_signMessage')) {
    features['solana:signMessage'] = {
      version: '1.0.0',
      signMessage: (...inputs: readonly (Input & { readonly message: Uint8Array })[]) =>
        inOrder(inputs, async ({ account, message }) => {
          const params = { message: base58.encode(message), pubkey: account.address }
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
        const transactions = inputs.map(({ transaction }) => base64.encode(transaction))
        const answer = await ask(first.chain, method, { transactions, pubkey: first.account.address })
        const { transactions: done } = parse(allSigned, answer, 'The signed transactions')
        return done.map((text) => ({ signedTransaction: decode(text, method, base64) }))
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
            transaction: base64.encode(transaction),
            pubkey: account.address,
            ...(options ? { sendOptions: options } : {}),
          })
          return { signature: decode(parse(signed, answer, 'The sent transaction').signature, method) }
        }),
    }
  }

  async function signOne({ account, chain, transaction }: TransactionInput) {
    const method = 'solana_signTransaction'
    const params = { transaction: base64.encode(transaction), pubkey: account.address }
    const answer = parse(signed, await ask(chain, method, params), 'The signed transaction')
    if (answer.transaction !== undefined) {
      return { signedTransaction: decode(answer.transaction, method, base64) }
    }
    const placed = placeSignature(
      transaction,
      base58.decode(account.address),
      decode(answer.signature, method),
    )
    if (!placed)
      throw invalidAnswer(session.walletName, method, 'a signature this transaction has no place for')
    return { signedTransaction: placed }
  }

  function decode(text: string, method: string, coder: typeof base58 = base58): Uint8Array {
    try {
      return coder.decode(text)
    } catch {
      throw invalidAnswer(session.walletName, method, text)
    }
  }

  return {
    version: '1.0.0' as const,
    name: session.walletName,
    get chains() {
      return chains()
    },
    get accounts() {
      return session.view().accounts.flatMap(({ namespace, address }) =>
        namespace === 'solana'
          ? [
              {
                address,
                publicKey: base58.decode(address),
                chains: chains(),
                features: Object.keys(features),
              },
            ]
          : [],
      )
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
