import { base58 } from '@scure/base'
import { createStandardEvents } from '../standard/standardEvents.js'
import { registerWallet } from '../standard/registerWallet.js'
import { createAccessMemory } from '../wallet/accessMemory.js'
import { type AccountAccess, createAccountAccess } from '../wallet/accountAccess.js'
import { createBehaviour, type TestWalletControl } from '../wallet/behaviour.js'
import { type TestWalletOptions, walletIdentity } from '../wallet/walletOptions.js'
import { defaultSecretKeys } from './defaultSecretKeys.js'
import { createSolanaFeatures, type SolanaFeatures } from './solanaFeatures.js'
import { readSecretKey, type SolanaKeypair } from './solanaKeys.js'

/** A chain the wallet knows: its Wallet Standard name and a node. */
export interface SolanaTestChain {
  /** @example 'solana:localnet' */
  readonly chain: `solana:${string}`
  readonly rpcUrl: string
}

export interface SolanaTestWalletOptions extends TestWalletOptions {
  /**
   * Secret keys in base58, as wallets export them, selected first. Test keys only!
   * @default the first two accounts of `latchkey-devstack solana`
   */
  readonly accounts?: readonly string[]
  /** @default solana:localnet on the port of `latchkey-devstack solana` */
  readonly chains?: readonly SolanaTestChain[]
  /** Features the wallet shall not have, for example `['solana:signIn']`. */
  readonly without?: readonly string[]
}

/** An account as the Wallet Standard shows it. */
export interface StandardAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly `${string}:${string}`[]
  readonly features: readonly `${string}:${string}`[]
}

/** The wallet as pages see it. */
export interface SolanaStandardWallet {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: string
  readonly chains: readonly `${string}:${string}`[]
  readonly features: Partial<SolanaFeatures>
  /** A new list whenever it changes. */
  readonly accounts: readonly StandardAccount[]
}

export interface SolanaTestWallet {
  /** What the wallet's memory and test harnesses tell it by. */
  readonly id: string
  readonly wallet: SolanaStandardWallet
  readonly control: TestWalletControl
  /** Registers by the Wallet Standard, now and whenever a page asks. Returns the function that stops it. */
  register(): () => void
}

/** An account of the wallet with its key. */
export interface SolanaAccount extends StandardAccount {
  readonly keypair: SolanaKeypair
}

const localChain: SolanaTestChain = { chain: 'solana:localnet', rpcUrl: 'http://127.0.0.1:8899' }

/**
 * A Wallet Standard wallet with real Solana keys. It signs messages, sign-in texts and legacy or version 0
 * transactions, and sends them to a node; `control` says how it behaves.
 *
 * The keys are in the page, so only ever give it keys that protect nothing.
 */
export function createSolanaTestWallet(options: SolanaTestWalletOptions = {}): SolanaTestWallet {
  const { name, id, icon } = walletIdentity(options)
  const chains = options.chains ?? [localChain]
  const chainNames = chains.map(({ chain }) => chain)
  const behaviour = createBehaviour(name, options.approval ?? 'auto')
  const events = createStandardEvents()
  const hidden = new Set(options.without ?? [])
  const keypairs = (options.accounts ?? defaultSecretKeys()).map(readSecretKey)
  const accountFeatures = signingFeatures.filter((feature) => !hidden.has(feature))
  const access: AccountAccess<SolanaAccount> = createAccountAccess({
    accounts: keypairs.map((keypair) => ({
      address: keypair.address,
      publicKey: keypair.publicKey,
      chains: chainNames,
      features: accountFeatures,
      keypair,
    })),
    permitted: options.permitted ?? false,
    exposeAllAccounts: options.exposeAllAccounts ?? false,
    memory: createAccessMemory(`solana:${id}`),
  })
  const shown = new Map(keypairs.map(({ address }, index) => [address, show(access.accounts[index])]))
  const visibleAccounts = () => access.visible().flatMap(({ address }) => shown.get(address) ?? [])
  let accounts = visibleAccounts()
  access.onChange(() => {
    accounts = visibleAccounts()
    events.emitChange({ accounts })
  })
  const all = createSolanaFeatures({ behaviour, access, events, chains, visibleAccounts: () => accounts })
  const wallet: SolanaStandardWallet = {
    version: '1.0.0',
    name,
    icon,
    chains: chainNames,
    features: Object.fromEntries(Object.entries(all).filter(([feature]) => !hidden.has(feature))),
    get accounts() {
      return accounts
    },
  }
  const control = behaviour.control({
    switchAccount: (address) => access.switchAccount(address),
    lock: () => access.setLocked(true),
    unlock: () => access.setLocked(false),
    disconnect: () => access.revoke(),
    listenerCount: (event) => events.listenerCount(event),
  })
  return { id, wallet, control, register: () => behaviour.show(() => registerWallet(wallet)) }
}

const signingFeatures = [
  'solana:signAndSendTransaction',
  'solana:signIn',
  'solana:signMessage',
  'solana:signTransaction',
] as const

/** The same object for the same account every time, and without its key. */
function show(account: SolanaAccount | undefined): StandardAccount {
  if (!account) throw new Error('The account is missing.')
  const { address, chains, features } = account
  return Object.freeze({ address, publicKey: base58.decode(address), chains, features })
}
