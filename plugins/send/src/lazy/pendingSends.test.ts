// What was sent and not decided when the page was left.
import { BaseError } from '@latchkey/kernel/plugin'
import { Notifications } from '@latchkey/kernel/wallet'
import { plainWords } from '@latchkey/kernel/contracts'
import { fakeClock, fakeStorage } from '@latchkey/kernel/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { alice, bob, ether, holdings, sendBench, type SendBenchOptions } from '../../test/sendBench.js'
import { send, Sender } from '../index.js'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** A page of the site. Pages over one storage are tabs of one browser, or one after another. */
async function page(storage = fakeStorage(), options: SendBenchOptions = {}) {
  const bench = sendBench({ plugins: [send()], storage, ...options })
  cleanups.push(() => bench.kernel.dispose())
  await bench.connect()
  return {
    ...bench,
    storage,
    toasts: () => bench.kernel.get(Notifications).state.toasts.map(({ message }) => plainWords(message)),
  }
}

async function sent(bench: Awaited<ReturnType<typeof page>>) {
  const controller = await bench.kernel.get(Sender).load()
  await controller.loadBalances()
  controller.chooseToken(holdings[0]!)
  controller.setAmount('0.5')
  controller.setReceiver(bob)
  expect(await controller.preview()).toBe(true)
  const confirmed = controller.confirm()
  await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
  bench.chain.answer('approve')
  await confirmed
  return bench
}

const left = async (options: SendBenchOptions & { trail?: string } = {}) => {
  const bench = await page(undefined, options)
  bench.chain.trail = options.trail
  await sent(bench)
  await Promise.resolve()
  await bench.kernel.dispose()
  return bench.storage
}

describe('a send that is pending when the page is left', () => {
  it('is followed by the next page without anybody opening the form, and told once', async () => {
    const storage = await left({ trail: 'nonce 7' })
    const next = await page(storage)
    await vi.waitFor(() => expect(next.chain.followed).toHaveLength(1))
    expect(next.chain.followed).toMatchObject([
      { networkId: 'eip155:1', from: alice, id: `0x${'1'.padStart(64, '0')}`, trail: 'nonce 7' },
    ])
    next.chain.decide('confirmed')
    await vi.waitFor(() => expect(next.told()).toContain('SEND_SUCCESS'))
    expect(next.told()).toEqual(['TRANSACTION_SETTLED', 'SEND_SUCCESS'])
    expect(next.payloads('TRANSACTION_SETTLED')).toMatchObject([
      {
        address: alice,
        record: {
          status: 'confirmed',
          from: alice,
          to: bob,
          transfers: [{ direction: 'out', amount: { value: ether / 2n, decimals: 18, symbol: 'ETH' } }],
        },
      },
    ])
    expect(next.payloads('SEND_SUCCESS')).toEqual([
      { isSmartAccount: false, network: 'eip155:1', token: 'ETH', amount: '0.5' },
    ])
    expect(next.toasts()).toEqual(['0.5 ETH was sent.'])
    await next.kernel.dispose()

    const third = await page(storage)
    await third.kernel.get(Sender).load()
    expect(third.chain.followed).toEqual([])
  })

  it('says why it failed', async () => {
    const next = await page(await left())
    await vi.waitFor(() => expect(next.chain.followed).toHaveLength(1))
    next.chain.decide('failed', 'It was cancelled.')
    await vi.waitFor(() => expect(next.told()).toEqual(['TRANSACTION_SETTLED', 'SEND_ERROR']))
    expect(next.toasts()).toEqual(['0.5 ETH was not sent. It was cancelled.'])
  })

  it('stays remembered while nobody can tell, and is asked again by the page after', async () => {
    const storage = await left()
    const next = await page(storage)
    await vi.waitFor(() => expect(next.chain.followed).toHaveLength(1))
    next.chain.lose(new BaseError('Not decided.', { code: 'TRANSACTION_WAIT_TIMEOUT' }))
    await vi.waitFor(() => expect(next.kernel.get(Sender).state.phase).toBe('editing'))
    await next.kernel.dispose()
    expect(next.told()).toEqual([])
    const third = await page(storage)
    await vi.waitFor(() => expect(third.chain.followed).toHaveLength(1))
  })

  it('is given up after two weeks', async () => {
    const storage = await left({ clock: fakeClock() })
    const clock = fakeClock()
    clock.advance(14 * 24 * 3_600_000 + 1)
    const next = await page(storage, { clock })
    await next.kernel.get(Sender).load()
    expect(next.chain.followed).toEqual([])
  })

  it('costs a page that has none nothing', async () => {
    const next = await page()
    const sender = next.kernel.get(Sender)
    await Promise.resolve()
    expect(next.chain.followed).toEqual([])
    expect(sender.state.target).toBeUndefined()
  })

  it.each([
    ['no list', '{"a":1}'],
    ['foreign entries', '[null,1,"x",{"id":"0x1"}]'],
    [
      'an amount that is no number',
      '[{"id":"0x1","networkId":"eip155:1","address":"a","isSmartAccount":false,"to":"b","amount":{"value":"1e3","decimals":18,"symbol":"E"},"fee":{"value":"1","decimals":18,"symbol":"E"},"name":"E","sentAt":0}]',
    ],
  ])('drops %s in the storage', async (_, text) => {
    const storage = await left()
    const key = [...storage.values.keys()].find((name) => name.endsWith('send.pending'))!
    storage.values.set(key, text)
    const next = await page(storage)
    await next.kernel.get(Sender).load()
    expect(next.chain.followed).toEqual([])
  })

  it('keeps nothing but what the chain shows to everybody', async () => {
    const storage = await left({ trail: 'nonce 7' })
    const [, text] = [...storage.values].find(([name]) => name.endsWith('send.pending'))!
    expect(Object.keys(JSON.parse(text)[0]).sort()).toEqual([
      'address',
      'amount',
      'fee',
      'id',
      'isSmartAccount',
      'name',
      'networkId',
      'sentAt',
      'to',
      'trail',
    ])
  })
})
