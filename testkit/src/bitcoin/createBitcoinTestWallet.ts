import { createStandardEvents } from '../standard/standardEvents.js'
import { registerWallet } from '../standard/registerWallet.js'
import { createAccessMemory } from '../wallet/accessMemory.js'
import { createAccountAccess } from '../wallet/accountAccess.js'
import { createBehaviour, type TestWalletControl } from '../wallet/behaviour.js'
import { type TestWalletOptions, walletIdentity } from '../wallet/walletOptions.js'
import {
  type BitcoinFeatures,
  type BitcoinStandardAccount,
  createBitcoinFeatures,
  standardAccounts,
} from './bitcoinFeatures.js'
import { type BitcoinAccount, type BitcoinPurpose, deriveAccount } from './bitcoinKeys.js'
import { type BitcoinTestNetwork, bitcoinNetworks } from './bitcoinNetworks.js'
import type { BitcoinWalletContext } from './bitcoinWalletContext.js'
import { createEsploraClient } from './esploraClient.js'
import { injectProvider, setGlobal } from './injectProvider.js'
import { createSatsConnect, type SatsConnectProvider } from './satsConnectProvider.js'
import { createUnisat, type UnisatProvider } from './unisatProvider.js'

export interface BitcoinTestWalletOptions extends TestWalletOptions {
  /** Hex of 16 to 64 bytes, or a BIP-39 phrase. A test seed only! @default the phrase of local chains */
  readonly seed?: string
  /** How many accounts to derive. @default 2 */
  readonly accountCount?: number
  /** @default 'regtest' */
  readonly network?: BitcoinTestNetwork
  /** An Esplora-style server. @default where `latchkey-devstack bitcoin` listens */
  readonly esploraUrl?: string
  /** Satoshis per virtual byte, for transfers the wallet builds itself. @default 2 */
  readonly feeRate?: number
  /** Which address the UniSat-style provider shows. @default 'payment' */
  readonly unisatPurpose?: BitcoinPurpose
}

/** The wallet as pages see it by the Bitcoin Wallet Standard. */
export interface BitcoinStandardWallet {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: string
  readonly chains: readonly `${string}:${string}`[]
  readonly features: BitcoinFeatures
  /** A new list whenever it changes. */
  readonly accounts: readonly BitcoinStandardAccount[]
}

export interface BitcoinTestWallet {
  /** The name of the wallet below window for `injectProvider`. */
  readonly id: string
  readonly wallet: BitcoinStandardWallet
  readonly satsConnect: SatsConnectProvider
  readonly unisat: UnisatProvider
  readonly accounts: readonly { readonly payment: string; readonly ordinals: string }[]
  readonly control: TestWalletControl
  /** Registers by the Wallet Standard, now and whenever a page asks. Returns the function that stops it. */
  register(): () => void
  /** Lists the sats-connect provider in `window.btc_providers` (WBIP-004). Returns the function that takes it out. */
  injectProvider(): () => void
  /** Sets the UniSat-style object. @param name default 'unisat' */
  injectUnisat(name?: string): () => void
}

const phrase = 'test test test test test test test test test test test junk'

/**
 * A Bitcoin wallet with real keys behind three faces: the Bitcoin Wallet Standard, a sats-connect provider and a
 * UniSat-style object. It signs messages (BIP-322, BIP-137) and PSBTs and sends; `control` says how it behaves.
 *
 * The keys are in the page, so only ever give it keys that protect nothing.
 */
export function createBitcoinTestWallet(options: BitcoinTestWalletOptions = {}): BitcoinTestWallet {
  const identity = walletIdentity(options)
  const network = bitcoinNetworks[options.network ?? 'regtest']
  const behaviour = createBehaviour(identity.name, options.approval ?? 'auto')
  const access = createAccountAccess<BitcoinAccount>({
    accounts: Array.from({ length: options.accountCount ?? 2 }, (_, index) =>
      deriveAccount(options.seed ?? phrase, index, network),
    ),
    permitted: options.permitted ?? false,
    exposeAllAccounts: options.exposeAllAccounts ?? false,
    memory: createAccessMemory(`bitcoin:${identity.id}`),
  })
  const context: BitcoinWalletContext = {
    identity,
    behaviour,
    access,
    network,
    esplora: createEsploraClient(options.esploraUrl ?? 'http://127.0.0.1:3002'),
    feeRate: options.feeRate ?? 2,
  }
  const events = createStandardEvents()
  let accounts = standardAccounts(context)
  access.onChange(() => {
    accounts = standardAccounts(context)
    events.emitChange({ accounts })
  })
  const satsConnect = createSatsConnect(context)
  const unisat = createUnisat(context, options.unisatPurpose ?? 'payment')
  const wallet: BitcoinStandardWallet = {
    version: '1.0.0',
    name: identity.name,
    icon: identity.icon,
    chains: [network.standard],
    features: createBitcoinFeatures(context, events, () => accounts),
    get accounts() {
      return accounts
    },
  }
  const faces = [events, satsConnect, unisat]
  return {
    id: identity.id,
    wallet,
    satsConnect: satsConnect.provider,
    unisat: unisat.provider,
    accounts: access.accounts.map(({ payment, ordinals }) => {
      return { payment: payment.address, ordinals: ordinals.address }
    }),
    control: behaviour.control({
      switchAccount: (address) => access.switchAccount(address),
      lock: () => access.setLocked(true),
      unlock: () => access.setLocked(false),
      disconnect: () => access.revoke(),
      listenerCount: (event) => faces.reduce((total, face) => total + face.listenerCount(event), 0),
    }),
    register: () => behaviour.show(() => registerWallet(wallet)),
    injectProvider: () => behaviour.show(() => injectProvider(identity, satsConnect.provider, listedMethods)),
    injectUnisat: (name = 'unisat') => behaviour.show(() => setGlobal(name, unisat.provider)),
  }
}

const listedMethods = [
  'getInfo',
  'getAddresses',
  'getAccounts',
  'signMessage',
  'signPsbt',
  'sendTransfer',
] as const
