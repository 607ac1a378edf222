// A wallet that answers a payment with every error that its dialect knows, after it has sent or in place of it, on local chains: what
// the chain has is never called declined, and what the person plainly declined leaves nothing behind.
import { startBitcoin } from '@latchkey/devstack/bitcoin'
import { startEvm } from '@latchkey/devstack/evm'
import { startSolana } from '@latchkey/devstack/solana'
import { createKernel, type Kernel, memoryStorage, type PluginInput } from '@latchkey/kernel'
import { eip1193Dialect, type WalletDialect } from '@latchkey/kernel/chain'
import { type AnyEvent, Connector } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { TransactionSubmitted } from '@latchkey/kernel/transaction'
import { bip122, bitcoinRegtest } from '@latchkey/plugin-bip122'
import { eip155, type Eip1193Provider } from '@latchkey/plugin-eip155'
import { defineSolanaNetwork, solana } from '@latchkey/plugin-solana'
import { createBitcoinTestWallet } from '@latchkey/testkit/bitcoin'
import { createEvmTestWallet } from '@latchkey/testkit/evm'
import { createSolanaTestWallet } from '@latchkey/testkit/solana'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { attackBounds } from '../../../kernel/test/attack.js'
import { satsConnectDialect, unisatDialect } from '../../bip122/src/lazy/dialects.js'
import { standardDialect } from '../../solana/src/lazy/dialects.js'
import { type Bill, pay, Payer } from './index.js'

const stops: (() => unknown)[] = []
const pageStops: (() => unknown)[] = []
const stopAll = async (list: (() => unknown)[]) => {
  for (const stop of list.splice(0).reverse()) await stop()
}
afterEach(async () => {
  await stopAll(pageStops)
  await stopAll(stops)
  vi.unstubAllGlobals()
}, 60_000)

const refusals = ['User rejected the request.', 'MetaMask Tx Signature: User denied transaction signature.']
/** Words that say nothing of a person. */
const neutral = ['', 'Popup window closed', 'Rejected', 'Internal JSON-RPC error.']
const doubts = [
  'Broadcast timed out',
  'insufficient funds for gas * price + value',
  'execution reverted: User rejected the request',
  'Transaction rejected by the network',
]

interface Said {
  readonly code: number | undefined
  readonly message: string
  /** Where the words stand. */
  readonly place: 'message' | 'data' | 'originalError' | 'cause'
}

/** The person said no, in words or by the dialect's number, and nothing speaks against it. */
function isPlain({ codes }: WalletDialect, { code, message }: Said): boolean {
  const [meaning, , , weight] = codes[code ?? ''] ?? []
  if (refusals.includes(message)) return weight !== 'firm'
  return meaning === 'refused' && neutral.includes(message)
}

function errorOf({ code, message, place }: Said): Error {
  const outer = new Error(place === 'message' ? message : 'Internal JSON-RPC error.')
  const inner = { message }
  const nested = {
    message: {},
    data: { data: inner },
    originalError: { data: { originalError: inner } },
    cause: { cause: inner },
  }
  return Object.assign(outer, code === undefined ? {} : { code }, nested[place])
}

interface Round {
  /** The question that fails, as the dialect calls it. */
  readonly step: string
  readonly said: Said
  /** Whether the wallet does first what it was asked. One that tells the person's no hasn't. */
  readonly isDone: boolean
}

type Question = (...parameters: never[]) => unknown
/** Puts the error of this round in the place of an answer, or after what was done. */
type Spoil = <Ask extends Question>(step: string, ask: Ask) => Ask

interface Ground {
  readonly plugin: PluginInput
  readonly dialect: WalletDialect
  readonly asset: string
  readonly decimals: number
  readonly symbol: string
  readonly amount: string
  readonly receiver: string
  /** The last one moves the money. */
  readonly steps: readonly string[]
  /** Shows the page a wallet whose questions are spoilt. */
  show(spoil: Spoil): () => unknown
  held(): Promise<bigint>
  fund?(address: string): Promise<unknown>
  mine?(): Promise<void>
}

async function onEvm(): Promise<Ground> {
  const stack = await startEvm()
  stops.push(() => stack.stop())
  const receiver = stack.accounts[6]!.address
  return {
    plugin: eip155({ networks: [stack.chain], injected: false }),
    dialect: eip1193Dialect,
    ...{ asset: `eip155:${stack.chainId}`, decimals: 18, symbol: 'ETH', amount: '0.001', receiver },
    steps: ['eth_chainId', 'eth_accounts', 'eth_sendTransaction'],
    held: () => stack.balanceOf(receiver),
    show(spoil) {
      const held = createEvmTestWallet({
        chains: [{ chainId: stack.chainId, rpcUrl: stack.url }],
        accounts: [stack.accounts[0]!.privateKey],
      })
      const request = (asked: { readonly method: string }) =>
        spoil(asked.method, () => held.provider.request(asked as never))()
      const provider: Eip1193Provider = Object.assign(Object.create(held.provider), { request })
      const icon = 'data:image/svg+xml,<svg/>'
      const info = { uuid: crypto.randomUUID(), name: 'Wallet', icon, rdns: 'example.wallet' }
      const detail = Object.freeze({ info, provider })
      const say = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      window.addEventListener('eip6963:requestProvider', say)
      return () => window.removeEventListener('eip6963:requestProvider', say)
    },
  }
}

/** Two dialects of one chain. */
const onBitcoin = (dialect: WalletDialect) => async (): Promise<Ground> => {
  const stack = await startBitcoin()
  stops.push(() => stack.stop())
  const networkId = bitcoinRegtest.id
  const receiver = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  const isUnisat = dialect === unisatDialect
  return {
    plugin: bip122({ networks: [bitcoinRegtest], esploraUrls: { [networkId]: [stack.url] } }),
    dialect,
    ...{ asset: networkId, decimals: 8, symbol: 'BTC', amount: '0.0001', receiver },
    steps: isUnisat ? ['getAccounts', 'sendBitcoin'] : ['sendTransfer'],
    held: () => stack.balanceOf(receiver),
    fund: (address) => stack.faucet(address, 50n * 10n ** 8n),
    mine: () => stack.mine(1),
    show(spoil) {
      const wallet = createBitcoinTestWallet({ esploraUrl: stack.url })
      if (isUnisat) {
        const questions = Object.entries(wallet.unisat).filter(([, member]) => typeof member === 'function')
        const spoilt = questions.map(([name, ask]) => [name, spoil(name, ask as Question)])
        Object.assign(window, { unisat: { ...wallet.unisat, ...Object.fromEntries(spoilt) } })
        return () => undefined
      }
      const { satsConnect } = wallet
      const request = (method: string, parameters: unknown) =>
        spoil(method, () => satsConnect.request(method, parameters as never))()
      const listed = { id: 'spoilt', name: 'Wallet', icon: '', webUrl: '', methods: [] }
      Object.assign(window, { btc_providers: [listed], spoilt: { ...satsConnect, request } })
      return () => undefined
    },
  }
}

async function onSolana(): Promise<Ground> {
  const stack = await startSolana()
  stops.push(() => stack.stop())
  const receiver = stack.accounts[3]!.address
  const network = defineSolanaNetwork({
    ...{ genesisHash: stack.genesisHash, name: 'Local Solana', rpcUrls: [stack.url] },
    walletStandardChain: 'solana:localnet',
  })
  return {
    plugin: solana({ networks: [network] }),
    dialect: standardDialect,
    ...{ asset: stack.chainId, decimals: 9, symbol: 'SOL', amount: '0.001', receiver },
    steps: ['solana:signAndSendTransaction'],
    held: () => stack.balanceOf(receiver),
    show(spoil) {
      const { wallet } = createSolanaTestWallet({
        accounts: [stack.accounts[0]!.secretKey],
        chains: [{ chain: 'solana:localnet', rpcUrl: stack.url }],
      })
      const feature = 'solana:signAndSendTransaction'
      const held = wallet.features[feature] ?? expect.fail()
      const signAndSendTransaction = spoil(feature, held.signAndSendTransaction)
      const spoilt = {
        ...wallet,
        // It only sends by itself: then it can have sent what it says it hasn't.
        features: {
          ...wallet.features,
          'solana:signTransaction': undefined,
          [feature]: { ...held, signAndSendTransaction },
        },
      }
      Object.defineProperty(spoilt, 'accounts', { get: () => wallet.accounts })
      const register = ({ register: tell }: { register(wallet: unknown): void }) => tell(spoilt)
      const ready = (event: Event) => register((event as CustomEvent).detail)
      window.addEventListener('wallet-standard:app-ready', ready)
      window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
      return () => window.removeEventListener('wallet-standard:app-ready', ready)
    },
  }
}

interface Page {
  readonly kernel: Kernel
  readonly told: AnyEvent[]
  /** The next question of this kind ends so. */
  fail(round: Round): void
}

async function openPage({ plugin, show, fund, asset }: Ground): Promise<Page> {
  vi.stubGlobal('window', new EventTarget())
  let next: Round | undefined
  const spoil: Spoil = (step, ask) =>
    (async (...parameters: never[]) => {
      if (step !== next?.step) return ask(...parameters)
      if (next.isDone) await ask(...parameters)
      throw errorOf(next.said)
    }) as typeof ask
  pageStops.push(show(spoil))
  const kernel = createKernel([plugin, pay()], { storage: memoryStorage(), logLevel: 'silent' })
  pageStops.push(() => kernel.dispose())
  const told: AnyEvent[] = []
  kernel.events.onAny((event) => void told.push(event))
  await kernel.start()
  await vi.waitFor(() => expect(kernel.list(Connector)).toHaveLength(1))
  const session = kernel.get(Session)
  await session.connect({ connectorId: kernel.list(Connector)[0]!.id })
  await fund?.(session.activeAccount(asset.split(':')[0] ?? '')?.address ?? '')
  return {
    kernel,
    told,
    fail(round) {
      next = round
    },
  }
}

let bills = 0
async function payInto({ kernel, fail }: Page, ground: Ground, round: Round): Promise<void> {
  bills += 1
  const payer = kernel.get(Payer)
  const controller = await payer.load()
  const { state } = payer
  const { asset, decimals, symbol, amount, receiver } = ground
  const bill: Bill = {
    ...{ id: `order-${bills}`, asset, amount, decimals, symbol, receiver },
    createdAt: Date.now() - 3_600_000,
  }
  payer.pay(bill).catch(() => undefined)
  await vi.waitFor(() => expect([state.bill?.id, state.ways.status]).toEqual([bill.id, 'ready']), 30_000)
  const way = state.ways.list.find(({ kind }) => kind === 'asset')
  expect(way && (await controller.choose(way)), String(state.error)).toBe(true)
  fail(round)
  await controller.confirm(state.preview)
  await ground.mine?.()
}

const isRecord = ({ id }: AnyEvent) => id === TransactionSubmitted.id

/** What a round has come to, held against what the chain has. */
async function play(ground: Ground, given: Round): Promise<'mined' | 'declined' | 'neither'> {
  const isPlainly = isPlain(ground.dialect, given.said)
  const isPaying = given.step === ground.steps.at(-1)
  const page = await openPage(ground)
  const before = await ground.held()
  await payInto(page, ground, { ...given, isDone: given.isDone && !(isPlainly && isPaying) })
  const isMined = (await ground.held()) > before
  const { phase, notice } = page.kernel.get(Payer).state
  const records = page.told.filter(isRecord).length
  const found = { phase, notice, records }
  if (isMined) {
    expect(phase, JSON.stringify([given, found])).not.toBe('ready')
    expect(found, JSON.stringify(given)).toMatchObject({ records: 1 })
    return 'mined'
  }
  // Before it has the payment, a wallet whose window is closed has declined: nothing can be lost.
  if (!isPlainly && isPaying) {
    expect(notice, JSON.stringify([given, found])).not.toBe('declined')
    return 'neither'
  }
  if (!isPaying) return 'neither'
  expect(found, JSON.stringify(given)).toEqual({ phase: 'ready', notice: 'declined', records: 0 })
  return 'declined'
}

const example = (step: string, code: number, message: string, isDone: boolean): [Round] => [
  { step, said: { code, message, place: 'message' }, isDone },
]

it.each<[string, () => Promise<Ground>, number]>([
  ['an EVM network', onEvm, 10],
  ['Solana', onSolana, 4],
  ['Bitcoin, by UniSat', onBitcoin(unisatDialect), 3],
  ['Bitcoin, by sats-connect', onBitcoin(satsConnectDialect), 3],
])(
  'on %s, what the chain has is never called declined, and what was declined leaves nothing',
  async (_, start, rounds) => {
    const ground = await start()
    const paying = ground.steps.at(-1) ?? ''
    const round: fc.Arbitrary<Round> = fc.record({
      step: fc.constantFrom(...ground.steps, paying),
      said: fc.record({
        code: fc.constantFrom(...Object.keys(ground.dialect.codes).map(Number), undefined, 1234),
        message: fc.constantFrom(...refusals, ...neutral, ...doubts),
        place: fc.constantFrom('message', 'data', 'originalError', 'cause'),
      }),
      isDone: fc.boolean(),
    })
    const seen: string[] = []
    const property = fc
      .asyncProperty(round, async (given) => void seen.push(await play(ground, given)))
      .afterEach(() => stopAll(pageStops))
    const examples = [
      example(paying, -32000, 'Broadcast timed out', true),
      example(paying, -32603, 'User rejected the request.', false),
    ]
    await fc.assert(property, { ...attackBounds(rounds, examples.length), examples })
    // A bench that never gets there proves nothing.
    expect(seen).toEqual(expect.arrayContaining(['declined', 'mined']))
  },
  600_000,
)
