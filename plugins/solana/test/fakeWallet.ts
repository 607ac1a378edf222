// biome-ignore-all lint/suspicious/noExplicitAny: a fake wallet answers and is given whatever a test says.
import { ed25519 } from '@noble/curves/ed25519.js'
import { address, getOffchainMessageV1Encoder } from '@solana/kit'
import type { WalletAccount } from '@wallet-standard/base'
import { decodeBase58, encodeBase58, markWallet } from '@latchkey/kernel/chain'
import { readWire } from '../src/lazy/readWire.js'
import type { SolanaWallet } from '../src/provider.js'

export interface FakeAccount extends WalletAccount {
  readonly secret: Uint8Array
}

export interface FakeWalletOptions {
  readonly name?: string
  readonly chains?: readonly `${string}:${string}`[]
  /** Seeds of the keys, one byte each. Default one account. */
  readonly seeds?: readonly number[]
  readonly secrets?: readonly Uint8Array[]
  readonly without?: readonly string[]
  /** Versions of off-chain messages that it signs: the wallet then has `solana:signOffchainMessage`. */
  readonly offchain?: readonly number[]
  readonly versions?: readonly ('legacy' | 0 | 1)[]
  /** A node to send to by itself: the wallet then has `solana:signAndSendTransaction`. */
  readonly send?: string
}

export interface FakeWallet {
  readonly wallet: SolanaWallet
  readonly accounts: readonly FakeAccount[]
  /** Every call, by feature, with what it was given. */
  readonly calls: { feature: string; inputs: readonly any[] }[]
  /** Answers one feature otherwise: what it returns, or throws. */
  answer(feature: string, reply: (...inputs: any[]) => unknown): void
  /** Changes members and tells listeners. */
  change(
    members: Partial<{ accounts: readonly unknown[]; chains: readonly unknown[]; features: unknown }>,
  ): void
  /** Whether the app was allowed before, so that a silent connect succeeds. */
  allowed: boolean
  readonly listeners: Set<(change: any) => void>
}

export const chains = ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet'] as const

export function fakeAccount(secret: Uint8Array, members: Partial<WalletAccount> = {}): FakeAccount {
  const publicKey = ed25519.getPublicKey(secret)
  return {
    address: encodeBase58(publicKey),
    publicKey,
    chains: [...chains],
    features: [
      'solana:signMessage',
      'solana:signOffchainMessage',
      'solana:signTransaction',
      'solana:signAndSendTransaction',
      'solana:signIn',
    ],
    secret,
    ...members,
  }
}

/** An off-chain message of version 1, as Solana's own library writes it. */
export const writeOffchain1 = (content: string, signers: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(
    getOffchainMessageV1Encoder().encode({
      version: 1,
      requiredSignatories: signers.map((key) => ({ address: address(encodeBase58(key)) })),
      content,
    }),
  )

/** A Wallet Standard wallet that really signs and does what the test says. */
export function createFakeWallet(options: FakeWalletOptions = {}): FakeWallet {
  const secrets = options.secrets ?? (options.seeds ?? [1]).map((seed) => new Uint8Array(32).fill(seed))
  const accounts = secrets.map((secret) => fakeAccount(secret))
  const calls: FakeWallet['calls'] = []
  const replies = new Map<string, (...inputs: any[]) => unknown>()
  const listeners = new Set<(change: any) => void>()
  let state = {
    accounts: [] as readonly any[],
    chains: (options.chains ?? chains) as readonly any[],
    features: {} as Record<string, unknown>,
  }
  const act =
    (feature: string, run: (...inputs: any[]) => unknown) =>
    async (...inputs: any[]) => {
      calls.push({ feature, inputs })
      return (replies.get(feature) ?? run)(...inputs)
    }
  const secretOf = (account: WalletAccount) => {
    const own = accounts.find((candidate) => candidate.address === account.address)
    if (!own) throw new Error('the wallet has no such account')
    return own.secret
  }
  const supportedTransactionVersions = options.versions ?? ['legacy', 0]

  const features: Record<string, unknown> = {
    'standard:connect': {
      version: '1.0.0',
      connect: act('standard:connect', (input) => {
        if (input?.silent && !fake.allowed) return { accounts: [] }
        fake.allowed = true
        state = { ...state, accounts }
        return { accounts }
      }),
    },
    'standard:disconnect': {
      version: '1.0.0',
      disconnect: act('standard:disconnect', () => {
        fake.allowed = false
        fake.change({ accounts: [] })
      }),
    },
    'standard:events': {
      version: '1.0.0',
      on: (_event: string, listener: (change: any) => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: act('solana:signMessage', (...inputs) =>
        inputs.map(({ account, message }) => ({
          signedMessage: message,
          signature: ed25519.sign(message, secretOf(account)),
        })),
      ),
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions,
      signTransaction: act('solana:signTransaction', (...inputs) =>
        inputs.map(({ account, transaction }) => ({ signedTransaction: sign(transaction, account) })),
      ),
    },
    'solana:signIn': {
      version: '1.0.0',
      signIn: act('solana:signIn', () => {
        throw new Error('no text builder was given')
      }),
    },
  }
  if (options.send !== undefined) {
    const node = options.send
    features['solana:signAndSendTransaction'] = {
      version: '1.0.0',
      supportedTransactionVersions,
      signAndSendTransaction: act('solana:signAndSendTransaction', ({ account, transaction }) =>
        post(node, sign(transaction, account)).then((signature) => [{ signature }]),
      ),
    }
  }
  if (options.offchain) {
    features['solana:signOffchainMessage'] = {
      version: '1.0.0',
      supportedMessageVersions: options.offchain,
      signOffchainMessage: act('solana:signOffchainMessage', (...inputs) =>
        inputs.map(({ account, message, requiredSigners }) => {
          const signedOffchainMessage = writeOffchain1(message, requiredSigners)
          return { signedOffchainMessage, signature: ed25519.sign(signedOffchainMessage, secretOf(account)) }
        }),
      ),
    }
  }
  for (const feature of options.without ?? []) delete features[feature]
  state = { ...state, features }

  function sign(transaction: Uint8Array, account: WalletAccount): Uint8Array {
    const wire = readWire(transaction)
    const signed = Uint8Array.from(transaction)
    const index = wire.signers.indexOf(account.address)
    signed.set(ed25519.sign(wire.message, secretOf(account)), wire.signaturesAt + index * 64)
    return signed
  }

  const fake: FakeWallet = {
    wallet: {
      version: '1.0.0',
      name: options.name ?? 'Fake Wallet',
      icon: 'data:image/svg+xml;base64,PHN2Zy8+',
      get chains() {
        return state.chains
      },
      get features() {
        return state.features
      },
      get accounts() {
        return state.accounts
      },
    } as SolanaWallet,
    accounts,
    calls,
    listeners,
    allowed: false,
    answer: (feature, reply) => replies.set(feature, reply),
    change(members) {
      state = { ...state, ...(members as object) }
      for (const listener of [...listeners]) listener(members)
    },
  }
  return fake
}

/** Sends as a wallet would, and answers the signature's bytes. */
async function post(node: string, transaction: Uint8Array): Promise<Uint8Array> {
  const params = [Buffer.from(transaction).toString('base64'), { encoding: 'base64' }]
  const response = await fetch(node, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params }),
  })
  const { result, error } = (await response.json()) as { result?: string; error?: { message: string } }
  if (error) throw new Error(error.message)
  return decodeBase58(result) as Uint8Array
}

/** The id of its connector, where it is alone on the page. */
export const walletId = ({ name, icon }: SolanaWallet): string =>
  markWallet({ prefix: `solana.wallet.${name.toLowerCase().replaceAll(' ', '-')}`, name, icon })

/** Registers a wallet as the standard says, before or after the app is there. Returns the unregistration. */
export function registerWallet(wallet: unknown, target: EventTarget): () => void {
  let unregister: (() => void) | undefined
  const register = (api: { register(...wallets: unknown[]): () => void }) => {
    unregister = api.register(wallet)
  }
  const ready = (event: Event) => register((event as CustomEvent).detail)
  target.addEventListener('wallet-standard:app-ready', ready)
  target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  return () => {
    target.removeEventListener('wallet-standard:app-ready', ready)
    unregister?.()
  }
}
