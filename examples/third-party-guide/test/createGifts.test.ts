import { createKernel } from '@latchkey/kernel'
import { capability, Send, type SendDecision } from '@latchkey/kernel/contracts'
import { BaseError, Connector, definePlugin, Namespace } from '@latchkey/kernel/plugin'
import { fakeAccount, fakeNamespace, fakeStorage, fakeWallet } from '@latchkey/kernel/testing'
import { rpcErrorFrom } from '@latchkey/kernel/chain'
import { TransactionSettled, TransactionSubmitted } from '@latchkey/kernel/transaction'
import { Notifications, Session } from '@latchkey/kernel/wallet'
import { expect, test } from 'vitest'
import type { createGifts } from '../guide/feature/createGifts.js'
import { Gifts, gifts } from '../guide/feature/Gifts.js'
import { promised } from './promised.js'

type Standing = Parameters<Parameters<typeof createGifts>[0]['show']>[0]

/** Starts a kernel with a chain whose wallet and decision a test gives, and connects an account. */
async function startGifts(look: 'confirmed' | 'undecided' = 'confirmed') {
  const shown: Standing[] = []
  const asked = { submitted: 0, waited: 0, looked: [] as unknown[] }
  let refused: Error | undefined
  const wallet = promised<void>()
  const decision = promised<SendDecision>()
  const coin = { value: 1n, decimals: 0, symbol: 'COIN' }
  const wait = () => {
    asked.waited += 1
    return decision.promise
  }
  const send = capability(Send, {
    tokens: false,
    maximum: async () => coin,
    async prepare() {
      if (refused) throw refused
      return {
        fee: coin,
        notices: [],
        async submit() {
          asked.submitted += 1
          await wallet.promise
          return { id: 'gift-1', wait }
        },
      }
    },
  })
  const fake = fakeWallet({
    accounts: [fakeAccount('example:1', 'alice')],
    answers: { connect: 'approve', disconnect: 'approve' },
  })
  const chain = definePlugin({
    id: 'fake',
    kernel: '^1.0.0',
    setup(context) {
      context.add(Namespace, fakeNamespace('example', ['1'], { capabilities: [send] }))
      context.add(Connector, fake.connector)
    },
  })
  const giving = gifts({
    look: async (...given) => {
      asked.looked.push(given)
      return look
    },
    show: (standing) => void shown.push(standing),
  })
  const kernel = createKernel([chain, giving], { logLevel: 'silent', storage: fakeStorage() })
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: fake.connector.id })
  const { give, forget } = kernel.get(Gifts)
  const told: unknown[] = []
  for (const event of [TransactionSubmitted, TransactionSettled]) {
    kernel.events.on(event, ({ address, record }) => told.push([event.id, address, record]))
  }
  return {
    ...{ kernel, shown, asked, told, wallet, decision, forget },
    give: () => give('bob', 5n),
    leave: () => fake.report({ ended: {} }),
    refuse: (error?: Error) => {
      refused = error
    },
  }
}

const approved = async (page: Awaited<ReturnType<typeof startGifts>>) => {
  const given = page.give()
  page.wallet.resolve()
  await given
  expect(page.shown).toEqual(['asking', 'pending'])
}

test('asks the wallet once, however often it is pressed', async () => {
  const page = await startGifts()
  const presses = [page.give(), page.give()]
  await expect.poll(() => page.asked.submitted).toBe(1)
  presses.push(page.give())
  page.wallet.resolve()
  await Promise.all(presses)
  expect([page.asked.submitted, page.shown]).toEqual([1, ['asking', 'pending']])
  await page.kernel.dispose()
})

test('says that it is confirmed only once the receiver was read again', async () => {
  const page = await startGifts()
  await approved(page)
  expect(page.asked.looked).toEqual([])
  page.decision.resolve({ status: 'confirmed' })
  await expect.poll(() => page.shown.at(-1)).toBe('confirmed')
  expect(page.asked.looked).toEqual([['bob', 5n]])
  await page.kernel.dispose()
})

test.each(['confirmed', 'failed'] as const)(
  'tells activity and balances of a gift that %s',
  async (status) => {
    const page = await startGifts()
    await approved(page)
    const record = {
      ...{ id: 'gift-1', networkId: 'example:1', operation: 'send', from: 'alice', to: 'bob' },
      transfers: [{ direction: 'out', amount: { value: 5n, decimals: 0, symbol: 'COIN' } }],
    }
    const sent = [TransactionSubmitted.id, 'alice', { ...record, status: 'pending' }]
    expect(page.told).toMatchObject([sent])
    page.decision.resolve({ status })
    const settled = [TransactionSettled.id, 'alice', { ...record, status }]
    await expect.poll(() => page.told).toMatchObject([sent, settled])
    expect(page.asked.waited).toBe(1)
    await page.kernel.dispose()
  },
)

test('leaves a gift pending in the activity while nobody knows what came of it', async () => {
  const page = await startGifts()
  await approved(page)
  page.decision.reject(new Error('The node is down.'))
  await expect.poll(() => page.shown.at(-1)).toBe('undecided')
  expect(page.told.length).toBe(1)
  await page.kernel.dispose()
})

test('rejects where nothing can be prepared, asks no wallet, and may be pressed again', async () => {
  const page = await startGifts()
  page.refuse(new BaseError('There isn’t enough.', { code: 'EXAMPLE_FUNDS' }))
  await expect(page.give()).rejects.toMatchObject({ code: 'EXAMPLE_FUNDS' })
  expect([page.asked.submitted, page.shown]).toEqual([0, []])
  page.refuse(undefined)
  await approved(page)
  await page.kernel.dispose()
})

test('doubts a gift that the chain took and nobody finds', async () => {
  const page = await startGifts('undecided')
  await approved(page)
  page.decision.resolve({ status: 'confirmed' })
  await expect.poll(() => page.shown.at(-1)).toBe('undecided')
  await page.kernel.dispose()
})

test('says that the chain refused it, or that nobody knows', async () => {
  const refused = await startGifts()
  await approved(refused)
  refused.decision.resolve({ status: 'failed' })
  await expect.poll(() => refused.shown.at(-1)).toBe('failed')
  const unknown = await startGifts()
  await approved(unknown)
  unknown.decision.reject(new Error('The node is down.'))
  await expect.poll(() => unknown.shown.at(-1)).toBe('undecided')
  await Promise.all([refused.kernel.dispose(), unknown.kernel.dispose()])
})

test('offers another try only where the person declined', async () => {
  const declined = await startGifts()
  const first = declined.give()
  declined.wallet.reject(rpcErrorFrom({ code: 4001, message: 'no' }, { method: 'sign' }))
  await first
  expect(declined.shown).toEqual(['asking', 'ready'])
  const broken = await startGifts()
  const second = broken.give()
  broken.wallet.reject(new Error('The wallet broke.'))
  await second
  expect(broken.shown).toEqual(['asking', 'undecided'])
  await Promise.all([declined.kernel.dispose(), broken.kernel.dispose()])
})

test('takes what a wallet does after it was given up', async () => {
  const page = await startGifts()
  const given = page.give()
  await expect.poll(() => page.asked.submitted).toBe(1)
  page.forget()
  page.wallet.resolve()
  await given
  page.decision.resolve({ status: 'confirmed' })
  await expect.poll(() => page.shown).toEqual(['asking', 'pending', 'confirmed'])
  await page.kernel.dispose()
})

test('says at once that the wallet left while it was asked, and takes its late answer', async () => {
  const page = await startGifts()
  const given = page.give()
  await expect.poll(() => page.asked.submitted).toBe(1)
  page.leave()
  const { state } = page.kernel.get(Notifications)
  await expect.poll(() => state.toasts).toMatchObject([{ type: 'error' }])
  page.wallet.resolve()
  await given
  expect(page.shown).toEqual(['asking', 'pending'])
  await page.kernel.dispose()
})

test('gives nothing without a wallet', async () => {
  const page = await startGifts()
  await page.kernel.get(Session).disconnect()
  await page.give()
  expect([page.asked.submitted, page.shown]).toEqual([0, []])
  await page.kernel.dispose()
})
