import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { Balance, History, Send } from '@latchkey/kernel/contracts'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { cosmosHub } from '../src/index.js'
import { startChain } from './parts.js'

const stops: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function connected() {
  const chain = await startChain()
  stops.push(chain.stop, chain.wallet.install('keplr'))
  await chain.kernel.start()
  await chain.kernel.get(Session).connect({ connectorId: 'example.cosmos.keplr' })
  const active = chain.kernel.get(Wallets).active('cosmos')
  assert.ok(active)
  return { ...chain, active, send: active.use(Send) }
}

/** 80,000 units of work and 4 parts of 10 more, at 3 for 100. */
const fee = 3_360n

test('pays, and the chain, the balance and the history say so', async () => {
  const { active, send, ledger, own, receiver } = await connected()
  const prepared = await send?.prepare({ to: receiver, amount: 250_000n })
  assert.deepEqual(prepared?.fee, { value: fee, decimals: 6, symbol: 'ATOM' })
  const submitted = await prepared?.submit()
  assert.deepEqual(await submitted?.wait(), { status: 'confirmed' })
  assert.equal(ledger.balanceOf(receiver), 250_005n)
  const request = { networkId: cosmosHub.id, address: own }
  assert.equal((await active.use(Balance)?.native(request))?.value, 750_000n - fee)
  const page = await active.use(History)?.read(request)
  assert.deepEqual(page, {
    transactions: [
      {
        id: submitted?.id,
        networkId: cosmosHub.id,
        operation: 'send',
        status: 'confirmed',
        minedAt: 1_700_000_000_000,
        from: own,
        to: receiver,
        fee: { value: fee, decimals: 6, symbol: 'ATOM' },
        transfers: [
          {
            direction: 'out',
            amount: { value: 250_000n, decimals: 6, symbol: 'ATOM' },
            from: own,
            to: receiver,
          },
        ],
      },
    ],
    gaps: [],
  })
})

test('sends everything but the fee, and pays twice in a row', async () => {
  const { send, ledger, own, receiver } = await connected()
  const first = await (await send?.prepare({ to: receiver, amount: 1n }))?.submit()
  assert.deepEqual(await first?.wait(), { status: 'confirmed' })
  const most = await send?.maximum({ to: receiver })
  const prepared = await send?.prepare({ to: receiver, amount: 0n, everything: true })
  assert.equal(prepared?.amount?.value, most?.value)
  const second = await prepared?.submit()
  assert.deepEqual(await second?.wait(), { status: 'confirmed' })
  assert.equal(ledger.balanceOf(own), 0n)
})

test('puts nothing on the chain that the wallet changed before it signed', async () => {
  const { send, wallet, ledger, own, receiver } = await connected()
  const prepared = await send?.prepare({ to: receiver, amount: 100n })
  wallet.change((document) => ({ ...(document as object), memo: 'more' }))
  await assert.rejects(async () => prepared?.submit(), { code: 'WALLET_ANSWER_INVALID' })
  assert.equal(ledger.balanceOf(own), 1_000_000n)
})

test('follows what a node took whose answer was lost, though the next one refuses it', async () => {
  const { send, gateway, ledger, receiver } = await connected()
  const prepared = await send?.prepare({ to: receiver, amount: 100n })
  gateway.behave('loses')
  const submitted = await prepared?.submit()
  assert.deepEqual(await submitted?.wait(), { status: 'confirmed' })
  assert.equal(ledger.balanceOf(receiver), 105n)
})

test('says what the network refuses, which is no proof that nothing left', async () => {
  const { send, receiver } = await connected()
  const [first, second] = await Promise.all([1n, 2n].map((amount) => send?.prepare({ to: receiver, amount })))
  await (await first?.submit())?.wait()
  // Both were made for one place in the account's row.
  await assert.rejects(async () => second?.submit(), { code: 'TRANSACTION_REFUSED' })
  assert.equal(second?.isHandedOver?.(), true)
})

test('refuses what can’t work before the wallet is asked', async () => {
  const { send, wallet, receiver } = await connected()
  const refused = async (to: string, amount: bigint, code: string) =>
    assert.rejects(async () => send?.prepare({ to, amount }), { code })
  await refused(wallet.addressOn('osmo'), 1n, 'ADDRESS_INVALID')
  await refused(receiver, 0n, 'AMOUNT_INVALID')
  await refused(receiver, 1_000_000n, 'INSUFFICIENT_FUNDS')
  assert.equal(wallet.signatures(), 0)
})
