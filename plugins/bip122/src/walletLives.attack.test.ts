// Bitcoin wallets of each dialect that lock, unlock, move and tell it in their own ways, also while they are asked.
import { it } from 'vitest'
import {
  type Dialect,
  liveLives,
  type LivingWallet,
  type WalletLife,
} from '../../../kernel/test/walletLives.js'
import { markWallet } from '@latchkey/kernel/chain'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { fakeKey } from '../test/fakeKeys.js'
import {
  createRequestFake,
  createStandardFake,
  createUnisatFake,
  type Fake,
  registerWallet,
} from '../test/fakeWallets.js'
import { bip122, bitcoinSignet, bitcoinTestnet } from './index.js'
import { type BitcoinChain, chainOf, networkIdOf } from './networks.js'

/** Networks whose addresses have one form. The last one isn't listed. */
const networks = [bitcoinTestnet.id, bitcoinSignet.id, networkIdOf('testnet4')] as const
const keys = [1, 2, 3].map((seed) => fakeKey(seed, 'p2wpkh', 'testnet'))
const addresses = keys.map(({ address }) => address) as [string, string, string]
const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
const connectorId = markWallet({ prefix: 'bip122.fake', name: 'Fake Wallet', icon })

const chosenBy = ({ isLocked, isShared, accounts }: WalletLife) =>
  isLocked || !isShared
    ? []
    : accounts.flatMap((address) => keys.find((key) => key.address === address) ?? [])
const chainBy = (life: WalletLife) => chainOf(life.network as NetworkId) as BitcoinChain
const moveTo = (life: WalletLife, chain: string) => {
  life.network = networkIdOf(chain.toLowerCase() as BitcoinChain)
}
const deny = () => {
  throw { code: -32002, message: 'Access denied.' }
}

/** Puts a fake on the page that answers by its life. */
function bring(
  fake: Fake,
  put: () => () => void,
  emits: Pick<LivingWallet, 'tell' | 'tellNothing'>,
): LivingWallet {
  const wallet: LivingWallet = { connectorId, asked: () => {}, ...emits, remove: put() }
  fake.beforeAnswer = (method) => wallet.asked(method)
  return wallet
}

const onPage = (target: unknown) => () => {
  Object.assign(window, { living: target, btc_providers: [{ id: 'living', name: 'Fake Wallet', icon }] })
  return () => void Object.assign(window, { living: undefined, btc_providers: [] })
}

function createUnisat(life: WalletLife): LivingWallet {
  const fake = createUnisatFake()
  const shared = () => chosenBy(life).map(({ address }) => address)
  const toldChain = () => ({
    enum: `BITCOIN_${chainBy(life).toUpperCase()}`,
    name: chainBy(life),
    network: 'x',
  })
  fake.answer('requestAccounts', shared)
  fake.answer('getAccounts', shared)
  fake.answer('getPublicKey', () => keys.find(({ address }) => address === life.accounts[0])?.publicKey)
  fake.answer('getChain', toldChain)
  fake.answer('switchChain', (chain: string) => {
    moveTo(life, chain.replace('BITCOIN_', ''))
    fake.emit('chainChanged', toldChain())
  })
  fake.answer('disconnect', () => {})
  return bring(fake, onPage(fake.target), {
    tell(what, how) {
      const event = what === 'accounts' ? 'accountsChanged' : 'chainChanged'
      const now = what === 'accounts' ? shared() : toldChain()
      if (how === 'silent') return
      if (how === 'odd') return fake.emit(event, 'changed')
      if (how === 'emptyFirst') fake.emit(event, what === 'accounts' ? [] : null)
      fake.emit(event, now)
      if (how === 'twice') fake.emit(event, now)
    },
    tellNothing: () => fake.emit('disconnect', { code: 1011 }),
  })
}

function createRequest(life: WalletLife): LivingWallet {
  const fake = createRequestFake()
  const network = () => ({ bitcoin: { name: chainBy(life) } })
  const toldAccounts = () =>
    chosenBy(life).map(({ address, publicKey }) => ({ address, publicKey, purpose: 'payment' }))
  const shared = () => {
    const told = toldAccounts()
    return told.length > 0 ? { addresses: told, network: network() } : deny()
  }
  fake.answer('wallet_connect', shared)
  fake.answer('wallet_getAccount', shared)
  fake.answer('wallet_getNetwork', () => (chosenBy(life).length > 0 ? network() : deny()))
  fake.answer('wallet_changeNetwork', ({ name }: { name: string }) => {
    moveTo(life, name)
    fake.emit('networkChange', { type: 'networkChange', ...network() })
    return null
  })
  fake.answer('wallet_disconnect', () => null)
  return bring(fake, onPage(fake.target), {
    tell(what, how) {
      const event = what === 'accounts' ? 'accountChange' : 'networkChange'
      const now = { type: event, ...(what === 'network' ? network() : {}), addresses: toldAccounts() }
      if (how === 'silent') return
      if (how === 'odd') return fake.emit(event, { addresses: [{ address: 'locked' }] })
      if (how === 'emptyFirst') fake.emit(event, { type: event, addresses: [] })
      fake.emit(event, now)
      if (how === 'twice') fake.emit(event, { type: event })
    },
    tellNothing: () => fake.emit('disconnect', { type: 'disconnect' }),
  })
}

function createStandard(life: WalletLife): LivingWallet {
  const fake = createStandardFake({ chain: 'testnet' })
  const shared = () =>
    chosenBy(life).map(({ address, publicKey }) => ({
      address,
      publicKey: Uint8Array.from(Buffer.from(publicKey, 'hex')),
      chains: ['bitcoin:testnet'],
      features: ['bitcoin:signTransaction'],
    }))
  fake.answer('bitcoin:connect', () => ({ accounts: shared() }))
  fake.answer('standard:connect', () => ({ accounts: shared() }))
  fake.answer('standard:disconnect', () => {})
  return bring(fake, () => registerWallet(fake.target, window), {
    tell(_, how) {
      if (how === 'silent') return
      if (how === 'odd')
        return fake.emit('change', { accounts: [{ address: 'locked', chains: ['bitcoin:testnet'] }] })
      if (how === 'emptyFirst') fake.emit('change', { accounts: [] })
      fake.emit('change', { accounts: shared() })
      if (how === 'twice') fake.emit('change', { accounts: shared() })
    },
    tellNothing: () => fake.emit('change', {}),
  })
}

const dialects: readonly (readonly [string, number, Partial<Dialect> & Pick<Dialect, 'wallet'>])[] = [
  ['UniSat', 100, { networks, patience: [100, 300, 900, 2_000], wallet: createUnisat }],
  ['sats-connect', 100, { networks, wallet: createRequest }],
  ['Wallet Standard', 100, { wallet: createStandard }],
]

it.each(dialects)(
  'shows what a %s wallet says within one question, whatever it tells and when',
  async (_, usual, own) => {
    const plugins = () => [bip122({ networks: [bitcoinTestnet, bitcoinSignet] })]
    await liveLives({ namespace: 'bip122', addresses, networks: [], plugins, ...own }, usual, dialects.length)
  },
  1_800_000,
)
