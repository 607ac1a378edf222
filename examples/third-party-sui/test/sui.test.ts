import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { readFileSync } from 'node:fs'
import { Balance, Send } from '@latchkey/kernel/contracts'
import { Connector } from '@latchkey/kernel/plugin'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Transaction } from '@mysten/sui/transactions'
import { createTestWallet, register } from './createTestWallet.js'
import { other, own, startPage } from './startPage.js'

const stops: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function open(options: Parameters<typeof startPage>[0] = {}) {
  const page = await startPage(options)
  stops.push(page.stop)
  return { ...page, session: page.kernel.get(Session) }
}

async function connected() {
  const page = await open()
  await page.session.connect({ connectorId: page.connector.id })
  const active = page.kernel.get(Wallets).active('sui')
  assert.ok(active)
  return { ...page, active, send: active.use(Send) }
}

test('connects a wallet that registered itself, pays with it from two coins, and the chain says so', async () => {
  const { active, send, ledger } = await connected()
  assert.equal(active.account.address, own)
  const prepared = await send?.prepare({ to: other, amount: 3_500_000_000n })
  assert.ok(prepared)
  assert.deepEqual(prepared.fee, { value: 2_488_000n, decimals: 9, symbol: 'SUI' })
  assert.equal(prepared.likelyFee?.value, 1_738_000n)
  const submitted = await prepared.submit()
  assert.deepEqual(await submitted.wait(), { status: 'confirmed' })
  assert.equal(ledger.balance(other), 4_500_000_000n)
  assert.equal(ledger.balance(own), 500_000_000n - 1_738_000n)
  const read = await active.use(Balance)?.native({ networkId: active.networkId, address: own })
  assert.equal(read?.value, 498_262_000n)
})

test('sends everything but what the network may take', async () => {
  const { send, ledger } = await connected()
  const most = await send?.maximum({ to: other })
  assert.equal(most?.value, 4_000_000_000n - 2_488_000n)
  const prepared = await send?.prepare({ to: other, amount: 0n, everything: true })
  const submitted = await prepared?.submit()
  assert.deepEqual(await submitted?.wait(), { status: 'confirmed' })
  assert.equal(ledger.balance(other), 5_000_000_000n - 2_488_000n)
})

test('puts nothing on the chain that the wallet changed before it signed', async () => {
  const { send, wallet, ledger } = await connected()
  const prepared = await send?.prepare({ to: other, amount: 100n })
  wallet.next(async () => {
    const transaction = new Transaction()
    transaction.setSender(own)
    transaction.setGasPrice(750n)
    transaction.setGasBudget(2_488_000n)
    transaction.setGasPayment([])
    return Ed25519Keypair.fromSecretKey(new Uint8Array(32).fill(1)).signTransaction(await transaction.build())
  })
  await assert.rejects(async () => prepared?.submit(), { code: 'WALLET_ANSWER_INVALID' })
  assert.equal(prepared?.isHandedOver?.(), true)
  assert.equal(ledger.balance(own), 4_000_000_000n)
})

test('the node refuses a signature of another account', async () => {
  const { send, wallet, ledger } = await connected()
  const prepared = await send?.prepare({ to: other, amount: 100n })
  wallet.next(async (answer) => {
    const { bytes } = (await answer()) as { readonly bytes: string }
    const foreign = Ed25519Keypair.fromSecretKey(new Uint8Array(32).fill(9))
    return foreign.signTransaction(Buffer.from(bytes, 'base64'))
  })
  await assert.rejects(async () => prepared?.submit(), /signature/i)
  assert.equal(ledger.balance(other), 1_000_000_000n)
})

test('refuses what can’t work before the wallet is asked', async () => {
  const { send, wallet } = await connected()
  await assert.rejects(async () => send?.prepare({ to: '0x2', amount: 1n }), { code: 'ADDRESS_INVALID' })
  await assert.rejects(async () => send?.prepare({ to: other, amount: 0n }), { code: 'AMOUNT_INVALID' })
  await assert.rejects(async () => send?.prepare({ to: other, amount: 4_000_000_000n }), {
    code: 'INSUFFICIENT_FUNDS',
  })
  assert.equal(wallet.state.prompts, 1)
})

test('takes a session up after a reload without asking, and follows the wallet', async () => {
  const first = await open()
  await first.session.connect({ connectorId: first.connector.id })
  const { storage, wallet } = first
  await first.kernel.dispose()

  const again = await import('@latchkey/kernel')
  const { sui } = await import('../src/index.js')
  const kernel = again.createKernel([sui({ networks: [first.network] })], { storage, logLevel: 'silent' })
  stops.push(() => kernel.dispose())
  await kernel.start()
  const address = () => kernel.get(Session).activeAccount('sui')?.address
  await until(() => address() === own)
  wallet.changeAccount()
  await until(() => address() === other)
  wallet.lock()
  await until(() => address() === undefined)
  assert.equal(wallet.state.prompts, 1)
})

test('takes up neither of two wallets that look the same', async () => {
  const { kernel, remove } = await open()
  remove()
  assert.deepEqual(kernel.list(Connector), [])
  const twins = [createTestWallet(), createTestWallet()]
  const offers = twins.map(({ wallet }) => wallet)
  const hear = (event: Event) => (event as CustomEvent).detail.register(...offers)
  window.addEventListener('wallet-standard:app-ready', hear)
  const { createKernel } = await import('@latchkey/kernel')
  const { sui } = await import('../src/index.js')
  const second = createKernel([sui()], { logLevel: 'silent' })
  await second.start()
  stops.push(() => second.dispose())
  const found = second.list(Connector)
  assert.equal(found.length, 2)
  assert.deepEqual(
    found.map(({ restore, listen }) => [restore, listen]),
    [
      [undefined, undefined],
      [undefined, undefined],
    ],
  )
})

test('offers nothing that only looks like a wallet of Sui', async () => {
  const { kernel } = await open()
  const { wallet } = createTestWallet('Half a wallet')
  const { 'sui:signTransaction': _, ...features } = wallet.features
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw new Error('no')
      },
    },
  )
  for (const one of [{ ...wallet, features }, { ...wallet, name: '' }, hostile, null])
    stops.push(register(one))
  assert.equal(kernel.list(Connector).length, 1)
})

test('needs at most 14 names of the kernel to connect a wallet', () => {
  const files = ['sui', 'networks', 'address', 'wallet', 'readStandardWallet', 'watchWallets']
  const names = files.flatMap((file) => {
    const text = readFileSync(new URL(`../src/${file}.ts`, import.meta.url), 'utf8')
    return [...text.matchAll(/^import (?:type )?\{([^}]*)\} from '@latchkey\/kernel\/\w+'/gm)].flatMap(
      ([, list = '']) => list.split(',').map((name) => name.trim().replace(/^type /, '')),
    )
  })
  assert.deepEqual([...new Set(names)].filter(Boolean).sort(), [
    'Connector',
    'Log',
    'Namespace',
    'Network',
    'NetworkId',
    'PluginContext',
    'copyList',
    'createInjectedWallet',
    'createJsonRpc',
    'createWalletIds',
    'definePlugin',
    'plainText',
    'readField',
    'watchStandardWallets',
  ])
})

/** Waits for a condition that must come true; the runner's own time limit ends a wait in vain. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}
