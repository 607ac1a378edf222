import { base58 } from '@scure/base'
import { rpcErrors } from '../evm/providerRpcError.js'
import type { StandardEvents } from '../standard/standardEvents.js'
import type { AccountAccess } from '../wallet/accountAccess.js'
import type { Behaviour } from '../wallet/behaviour.js'
import { copyBytes, readable } from '../wallet/bytes.js'
import type { SolanaAccount, SolanaTestChain, StandardAccount } from './createSolanaTestWallet.js'
import { type SolanaSendOptions, sendTransaction } from './sendTransaction.js'
import { type SolanaSignInInput, signInText } from './signInText.js'
import { signTransaction } from './signTransaction.js'

/** Input of the signing features, as the Wallet Standard has it. */
export interface SolanaMessageInput {
  readonly account: Pick<StandardAccount, 'address'>
  readonly message: Uint8Array
}
export interface SolanaTransactionInput {
  readonly account: Pick<StandardAccount, 'address'>
  readonly transaction: Uint8Array
  readonly chain?: string
  readonly options?: SolanaSendOptions
}
export interface SignedSolanaMessage {
  readonly signedMessage: Uint8Array
  readonly signature: Uint8Array
  readonly signatureType: 'ed25519'
}

/** The features of the wallet; methods take any number of inputs and answer in their order. */
export interface SolanaFeatures {
  readonly 'standard:connect': {
    readonly version: '1.0.0'
    connect(input?: { readonly silent?: boolean }): Promise<{ readonly accounts: readonly StandardAccount[] }>
  }
  readonly 'standard:disconnect': { readonly version: '1.0.0'; disconnect(): Promise<void> }
  readonly 'standard:events': StandardEvents['feature']
  readonly 'solana:signMessage': {
    readonly version: '1.1.0'
    signMessage(...inputs: readonly SolanaMessageInput[]): Promise<readonly SignedSolanaMessage[]>
  }
  readonly 'solana:signTransaction': {
    readonly version: '1.0.0'
    readonly supportedTransactionVersions: readonly ['legacy', 0]
    signTransaction(
      ...inputs: readonly SolanaTransactionInput[]
    ): Promise<readonly { readonly signedTransaction: Uint8Array }[]>
  }
  readonly 'solana:signAndSendTransaction': {
    readonly version: '1.0.0'
    readonly supportedTransactionVersions: readonly ['legacy', 0]
    signAndSendTransaction(
      ...inputs: readonly SolanaTransactionInput[]
    ): Promise<readonly { readonly signature: Uint8Array }[]>
  }
  readonly 'solana:signIn': {
    readonly version: '1.0.0'
    signIn(
      ...inputs: readonly SolanaSignInInput[]
    ): Promise<readonly (SignedSolanaMessage & { readonly account: StandardAccount })[]>
  }
}

interface SolanaFeaturesContext {
  readonly behaviour: Behaviour
  readonly access: AccountAccess<SolanaAccount>
  readonly events: StandardEvents
  readonly chains: readonly SolanaTestChain[]
  visibleAccounts(): readonly StandardAccount[]
}

/** Creates the features. Every input is copied before the user is asked. */
export function createSolanaFeatures(context: SolanaFeaturesContext): SolanaFeatures {
  const { behaviour, access, events, chains, visibleAccounts } = context
  const nodeOf = (name: string | undefined) => {
    const chain = chains.find((one) => one.chain === name) ?? (name === undefined ? chains[0] : undefined)
    if (!chain) throw rpcErrors.invalidParams('the request', `the wallet does not know the chain ${name}`)
    return chain
  }
  const readTransactions = (inputs: readonly SolanaTransactionInput[]) =>
    inputs.map(({ account, transaction, chain, options }) => ({
      account: access.require(account.address),
      transaction: copyBytes(transaction, 'transaction'),
      node: nodeOf(chain),
      options: { ...options },
    }))
  const describeTransactions = (inputs: ReturnType<typeof readTransactions>) => ({
    title: inputs.length === 1 ? 'sign this transaction' : `sign these ${inputs.length} transactions`,
    details: inputs.flatMap(({ account, node, transaction }) => [
      { label: 'Account', value: account.address },
      { label: 'Network', value: node.chain },
      { label: 'Transaction', value: base58.encode(transaction) },
    ]),
  })
  const supportedTransactionVersions = ['legacy', 0] as const

  return {
    'standard:events': events.feature,
    'standard:connect': {
      version: '1.0.0',
      connect({ silent = false } = {}) {
        const needed = !silent && (!access.permitted || access.locked)
        const prompt = {
          title: 'show your Solana account to this page',
          details: [{ label: 'Account', value: access.selected.address }],
        }
        const call = { method: 'standard:connect', params: { silent }, ...(needed ? { prompt } : {}) }
        return behaviour.perform(call, () => {
          if (needed) {
            access.setLocked(false)
            access.permit()
          }
          return { accounts: visibleAccounts() }
        })
      },
    },
    'standard:disconnect': {
      version: '1.0.0',
      disconnect: () =>
        behaviour.perform({ method: 'standard:disconnect', params: {} }, () => access.revoke()),
    },
    'solana:signMessage': {
      version: '1.1.0',
      async signMessage(...inputs) {
        const messages = inputs.map(({ account, message }) => ({
          account: access.require(account.address),
          message: copyBytes(message, 'message'),
        }))
        const prompt = {
          title: 'sign this message',
          details: messages.map(({ message }) => ({ label: 'Message', value: readable(message) })),
        }
        return behaviour.perform(
          { method: 'solana:signMessage', params: messages.map(forRecord), prompt },
          () =>
            messages.map(({ account, message }) => ({
              signedMessage: message,
              signature: account.keypair.sign(message),
              signatureType: 'ed25519' as const,
            })),
        )
      },
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions,
      async signTransaction(...inputs) {
        const transactions = readTransactions(inputs)
        const call = {
          method: 'solana:signTransaction',
          params: transactions.map(forRecord),
          prompt: describeTransactions(transactions),
        }
        return behaviour.perform(call, () =>
          transactions.map(({ account, transaction }) => ({
            signedTransaction: signTransaction(transaction, account.keypair).bytes,
          })),
        )
      },
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions,
      async signAndSendTransaction(...inputs) {
        const transactions = readTransactions(inputs)
        const prompt = describeTransactions(transactions)
        const call = { method: 'solana:signAndSendTransaction', params: transactions.map(forRecord), prompt }
        return behaviour.perform(call, async () => {
          const outputs: { signature: Uint8Array }[] = []
          for (const { account, transaction, node, options } of transactions) {
            const signed = signTransaction(transaction, account.keypair)
            const signature = await sendTransaction(node.rpcUrl, signed.bytes, options)
            outputs.push({ signature: base58.decode(signature) })
          }
          return outputs
        })
      },
    },
    'solana:signIn': {
      version: '1.0.0',
      async signIn(...inputs) {
        const texts = (inputs.length === 0 ? [{}] : inputs).map((input: SolanaSignInInput) => {
          const account = access.accounts.find(({ address }) => address === input.address) ?? access.selected
          if (input.address !== undefined && account.address !== input.address) {
            throw rpcErrors.unauthorized(`the account ${input.address}`)
          }
          const domain = input.domain ?? pageDomain()
          return { account, domain, text: signInText({ ...input, domain, address: account.address }) }
        })
        const prompt = {
          title: 'sign in to this page',
          details: texts.flatMap(({ domain, text }) => [
            ...(domain === pageDomain()
              ? []
              : [{ label: 'Warning', value: `This page is ${pageDomain()}, not ${domain}.` }]),
            { label: 'Message', value: text },
          ]),
        }
        return behaviour.perform({ method: 'solana:signIn', params: structuredClone(inputs), prompt }, () => {
          const [first] = texts
          if (first) access.switchAccount(first.account.address)
          access.setLocked(false)
          access.permit()
          return texts.map(({ account, text }) => {
            const signedMessage = new TextEncoder().encode(text)
            const shown = visibleAccounts().find(({ address }) => address === account.address)
            if (!shown) throw rpcErrors.unauthorized(`the account ${account.address}`)
            const signature = account.keypair.sign(signedMessage)
            return { account: shown, signedMessage, signature, signatureType: 'ed25519' as const }
          })
        })
      },
    },
  }
}

const pageDomain = () => globalThis.location?.host ?? 'localhost'

/** What the record keeps of an input: the address instead of the key. */
const forRecord = <Input extends { readonly account: { readonly address: string } }>(input: Input) => ({
  ...input,
  account: input.account.address,
})
