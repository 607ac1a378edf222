// Generated bills, each paid by the plugin with a wallet's real keys on a real node: the receiver has what was asked for, to the last
// unit, and the shop's verifier finds it once. `npm run payments` makes a thousand.
import { startBitcoin } from '@latchkey/devstack/bitcoin'
import { startEvm } from '@latchkey/devstack/evm'
import { startPolkadot } from '@latchkey/devstack/polkadot'
import { startSolana } from '@latchkey/devstack/solana'
import { createKernel, type Kernel, memoryStorage, type PluginInput } from '@latchkey/kernel'
import { Connector } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { bip122, bitcoinRegtest } from '@latchkey/plugin-bip122'
import { eip155 } from '@latchkey/plugin-eip155'
import { definePolkadotNetwork, polkadot } from '@latchkey/plugin-polkadot'
import { defineSolanaNetwork, solana } from '@latchkey/plugin-solana'
import { createBitcoinTestWallet } from '@latchkey/testkit/bitcoin'
import { createEvmTestWallet } from '@latchkey/testkit/evm'
import { createPolkadotTestWallet } from '@latchkey/testkit/polkadot'
import { createSolanaTestWallet } from '@latchkey/testkit/solana'
import { ApiPromise, WsProvider } from '@polkadot/api'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { type Bill, pay, Payer } from './index.js'
import {
  bitcoinPayments,
  createPaymentVerifier,
  type EsploraReader,
  evmPayments,
  memoryPayments,
  type PaymentChain,
  type PolkadotApi,
  polkadotPayments,
  solanaPayments,
} from './server/index.js'

/** Of each chain. */
const rounds = Number(process.env['PAYMENTS_ROUNDS'] ?? 1)
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
  vi.unstubAllGlobals()
}, 60_000)

interface Asset {
  readonly asset: string
  readonly decimals: number
  readonly symbol: string
  /** The least and the most that is generated, in the smallest unit. */
  readonly range: readonly [bigint, bigint]
  held(): Promise<bigint>
}

interface Ground {
  readonly plugin: PluginInput
  readonly receiver: string
  readonly assets: readonly Asset[]
  readonly chain: PaymentChain
  /** Shows the wallet to the page. */
  show(): () => unknown
  /** Gives the payer's address what it needs. */
  fund?(address: string): Promise<unknown>
  /** Once the wallet has sent. */
  mine?(): Promise<void>
}

async function onEvm(): Promise<Ground> {
  const stack = await startEvm()
  stops.push(() => stack.stop())
  const networkId = `eip155:${stack.chainId}`
  const receiver = stack.accounts[5]!.address
  const { usd } = stack.tokens
  const wallet = createEvmTestWallet({
    chains: [{ chainId: stack.chainId, rpcUrl: stack.url }],
    accounts: [stack.accounts[0]!.privateKey],
  })
  return {
    plugin: eip155({ networks: [stack.chain], injected: false }),
    receiver,
    assets: [
      {
        ...{ asset: networkId, decimals: 18, symbol: 'ETH', range: [1n, 10n ** 18n] },
        held: () => stack.balanceOf(receiver),
      },
      {
        ...{ asset: `${networkId}/erc20:${usd.address}`, decimals: 6, symbol: 'USD', range: [1n, 10n ** 8n] },
        held: () => stack.tokenBalanceOf(usd.address, receiver),
      },
    ],
    chain: evmPayments({ networkId, url: stack.url, confirmations: 1 }),
    show: () => wallet.announce(),
  }
}

async function onSolana(): Promise<Ground> {
  const stack = await startSolana()
  stops.push(() => stack.stop())
  const networkId = stack.chainId
  const receiver = stack.accounts[3]!.address
  const { usd } = stack.mints
  const wallet = createSolanaTestWallet({
    accounts: [stack.accounts[0]!.secretKey],
    chains: [{ chain: 'solana:localnet', rpcUrl: stack.url }],
  })
  const network = defineSolanaNetwork({
    ...{ genesisHash: stack.genesisHash, name: 'Local Solana', rpcUrls: [stack.url] },
    walletStandardChain: 'solana:localnet',
  })
  return {
    plugin: solana({ networks: [network] }),
    receiver,
    assets: [
      {
        ...{ asset: networkId, decimals: 9, symbol: 'SOL', range: [1n, 10n ** 9n] },
        held: () => stack.balanceOf(receiver),
      },
      {
        asset: `${networkId}/token:${usd.address}`,
        ...{ decimals: usd.decimals, symbol: 'USD', range: [1n, 10n ** 8n] },
        held: () => stack.tokenBalanceOf(usd.address, receiver),
      },
    ],
    chain: solanaPayments({ networkId, url: stack.url }),
    show: () => wallet.register(),
  }
}

async function onBitcoin(): Promise<Ground> {
  const stack = await startBitcoin()
  stops.push(() => stack.stop())
  const networkId = bitcoinRegtest.id
  const receiver = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  const wallet = createBitcoinTestWallet({ esploraUrl: stack.url })
  // The node has regtest's rules and a first block of its own.
  const first = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'
  const read: EsploraReader = async (path) => {
    if (path === 'block-height/0') return { status: 200, text: first }
    const response = await fetch(`${stack.url}/${path}`)
    return { status: response.status, text: await response.text() }
  }
  return {
    plugin: bip122({ networks: [bitcoinRegtest], esploraUrls: { [networkId]: [stack.url] } }),
    receiver,
    assets: [
      {
        ...{ asset: networkId, decimals: 8, symbol: 'BTC', range: [1_000n, 10n ** 6n] },
        held: () => stack.balanceOf(receiver),
      },
    ],
    chain: bitcoinPayments({ networkId, url: read, confirmations: 1 }),
    show: () => wallet.register(),
    fund: (address) => stack.faucet(address, 50n * 10n ** 8n),
    mine: () => stack.mine(1),
  }
}

async function onPolkadot(): Promise<Ground> {
  const stack = await startPolkadot()
  stops.push(() => stack.stop())
  const { genesisHash, ss58Prefix, symbol, decimals, url } = stack
  const network = definePolkadotNetwork({
    ...{ genesisHash, ss58Prefix, name: 'Local', rpcUrls: [url] },
    nativeCurrency: { name: symbol, symbol, decimals },
  })
  const api = await ApiPromise.create({ provider: new WsProvider(url) as never, noInitWarn: true })
  stops.push(() => api.disconnect())
  const receiver = stack.accounts[1]!.address
  const wallet = createPolkadotTestWallet()
  return {
    plugin: polkadot({ networks: [network] }),
    receiver,
    assets: [
      {
        ...{ asset: stack.chainId, decimals, symbol, range: [1n, 10n ** 10n] },
        held: () => stack.balanceOf(receiver),
      },
    ],
    chain: polkadotPayments({
      networkId: stack.chainId,
      api: api as unknown as PolkadotApi,
      blocks: 'best',
    }),
    show: () => wallet.inject(),
  }
}

async function openPage({ plugin, show, assets, fund }: Ground): Promise<Kernel> {
  vi.stubGlobal('window', new EventTarget())
  stops.push(show())
  const kernel = createKernel([plugin, pay()], { storage: memoryStorage(), logLevel: 'silent' })
  stops.push(() => kernel.dispose())
  await kernel.start()
  await vi.waitFor(() => expect(kernel.list(Connector)).toHaveLength(1))
  const session = kernel.get(Session)
  await session.connect({ connectorId: kernel.list(Connector)[0]!.id })
  const [namespace = ''] = (assets[0]?.asset ?? '').split(':')
  await fund?.(session.activeAccount(namespace)?.address ?? '')
  return kernel
}

/** Pays a bill as a person does: chooses the asset, confirms, and waits for the network. */
async function payOne(kernel: Kernel, bill: Bill, mine?: () => Promise<void>): Promise<string> {
  const payer = kernel.get(Payer)
  const controller = await payer.load()
  const { state } = payer
  const outcome = payer.pay(bill)
  await vi.waitFor(() => expect([state.bill?.id, state.ways.status]).toEqual([bill.id, 'ready']), 30_000)
  const way = state.ways.list.find(({ kind }) => kind === 'asset')
  expect(way && (await controller.choose(way)), String(state.error)).toBe(true)
  expect(state.preview?.pays).toMatchObject({ decimals: bill.decimals })
  await controller.confirm(state.preview)
  await mine?.()
  const { status, transaction } = await outcome
  expect(status, String(state.error)).toBe('paid')
  return transaction as string
}

const decimal = (units: bigint, decimals: number) => {
  const digits = units.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The local Polkadot node takes a minute to start on a busy machine: `npm test` pays there in `server/nodes.test.ts` alone. */
const chains = [
  ['an EVM network', onEvm],
  ['Solana', onSolana],
  ['Bitcoin', onBitcoin],
  ...(rounds > 1 ? [['Polkadot', onPolkadot] as const] : []),
] as const

it.each(chains)(
  'on %s, generated bills are paid to the last unit, and found once by the shop',
  async (name, start) => {
    const ground = await start()
    const kernel = await openPage(ground)
    const verifier = createPaymentVerifier({ chains: [ground.chain], store: memoryPayments() })
    let count = 0
    const sums = fc.tuple(fc.nat({ max: ground.assets.length - 1 }), fc.bigInt({ min: 0n, max: 10n ** 30n }))
    for (const [index, seed] of fc.sample(sums, rounds)) {
      count += 1
      const { asset, decimals, symbol, range, held } = ground.assets[index] as Asset
      const [least, most] = range
      const units = least + (seed % (most - least + 1n))
      const bill: Bill = {
        ...{ id: `order-${count}`, asset, amount: decimal(units, decimals), decimals, symbol },
        ...{ receiver: ground.receiver, createdAt: Date.now() - 3_600_000 },
      }
      const before = await held()
      const transaction = await payOne(kernel, bill, ground.mine)
      expect((await held()) - before, `${name}: ${bill.amount} ${symbol}`).toBe(units)
      const found = await verifier.verify(bill, transaction)
      expect(found).toMatchObject({ ok: true, isFirst: true, units: `${units}` })
      expect(await verifier.verify({ ...bill, id: 'another' }, transaction)).toMatchObject({
        code: 'PAYMENT_USED',
      })
    }
    expect(count).toBe(rounds)
  },
  120_000 + rounds * 30_000,
)
