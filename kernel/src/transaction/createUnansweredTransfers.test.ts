// The storage's content may be written by an older version, by another program, or by somebody who wishes that a transfer is
// made twice.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLog } from '../platform/log.js'
import { createStorage } from '../platform/storage.js'
import { fakeClock, fakeStorage } from '../testing/index.js'
import { type AskedTransfer, createUnansweredTransfers } from './createUnansweredTransfers.js'

const alice = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const bob = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const account = { networkId: 'eip155:1', address: alice } as const
const amount = { value: 5n, decimals: 18, symbol: 'ETH' }
const now = 1_000_000_000
const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

const storedAt = 'shop:send.unanswered'
/** As the first version wrote it. */
const stored = {
  id: '1',
  ...account,
  to: bob,
  amount: { value: '5', decimals: 18, symbol: 'ETH' },
  sentAt: now,
}
const read = { id: '1', ...account, to: bob, amount, sentAt: now }

function page(text?: string, adapter = fakeStorage(text === undefined ? {} : { [storedAt]: text })) {
  const storage = createStorage({
    kernelId: 'shop',
    adapter,
    log: createLog('silent', 'shop'),
    onProblem: () => {},
  })
  const clock = fakeClock(now)
  const transfers = createUnansweredTransfers(storage, clock)
  return { adapter, clock, transfers, open: () => transfers.of(account, isSame) }
}

const transfer = (change: Partial<AskedTransfer> = {}) => ({ ...account, to: bob, amount, ...change })

it('of two tabs is known in both, also after the browser has refused one of them', () => {
  const one = page()
  const two = page(undefined, one.adapter)
  one.adapter.refuse(new Error('full'))
  const own = two.transfers.ask(transfer({ to: alice }))
  one.adapter.refuse()
  one.transfers.ask(transfer())
  expect(two.open().map(({ to }) => to)).toEqual([alice, bob])
  own.forget()
  expect([one.open(), two.open()]).toMatchObject([[{ to: bob }], [{ to: bob }]])
})

describe('what is stored', () => {
  it('by the first version is read, with what it means', () => {
    expect(page(JSON.stringify([stored])).open()).toEqual([read])
    const moved = { ...stored, amount: { ...stored.amount, moved: '7' } }
    expect(page(JSON.stringify([moved])).open()).toEqual([{ ...read, amount: { ...amount, moved: 7n } }])
    const late = { ...stored, isLate: true, decision: { status: 'confirmed', at: now } }
    expect(page(JSON.stringify([late])).open()).toMatchObject([{ isLate: true, to: bob }])
    const over = { ...stored, decision: { status: 'confirmed', at: now } }
    expect(page(JSON.stringify([over])).open()).toEqual([])
  })

  it('by a later version, with members that this one doesn’t know, is read all the same', () => {
    const later = { ...stored, version: 2, kind: 'stream', amount: { ...stored.amount, unit: 'wei' } }
    expect(page(JSON.stringify([later])).open()).toEqual([read])
  })

  it.each([
    ['nothing', null],
    ['text', 'text'],
    ['a number', 7],
    ['a list', []],
    ['an empty object', {}],
    ...Object.keys(stored).map((part): [string, object] => {
      const { [part as keyof typeof stored]: _, ...rest } = stored
      return [`an entry without its ${part}`, rest]
    }),
    ...Object.keys(stored).flatMap((part) =>
      [null, true, [], {}, '', 'x'.repeat(601)].map((value): [string, object] => [
        `an entry whose ${part} is ${JSON.stringify(value).slice(0, 10)}`,
        { ...stored, [part]: value },
      ]),
    ),
    ['a number for an address', { ...stored, address: 7 }],
    ['a network that is none', { ...stored, networkId: 'eip155' }],
    ...['-1', '1.5', '1e3', '0x5', ' 5', '5 ', '', '9'.repeat(81), 5, null].map((value): [string, object] => [
      `an amount of ${JSON.stringify(value).slice(0, 10)}`,
      { ...stored, amount: { ...stored.amount, value } },
    ]),
    ...['-1', 5, null, '9'.repeat(81)].map((moved): [string, object] => [
      `an amount that moves ${JSON.stringify(moved).slice(0, 10)}`,
      { ...stored, amount: { ...stored.amount, moved } },
    ]),
    ...[-1, 256, 1.5, 1e300, '18', null].map((decimals): [string, object] => [
      `an amount with ${decimals} places`,
      { ...stored, amount: { ...stored.amount, decimals } },
    ]),
    ...[7, null, 'x'.repeat(601)].map((symbol): [string, object] => [
      `an amount in ${JSON.stringify(symbol).slice(0, 10)}`,
      { ...stored, amount: { ...stored.amount, symbol } },
    ]),
    ['a moment as text', { ...stored, sentAt: String(now) }],
    ['a moment that no calendar has', { ...stored, sentAt: 1e300 }],
    ...[null, true, 'confirmed', {}, { status: 'paid', at: now }, { status: 'confirmed', at: '7' }].map(
      (decision): [string, object] => [
        `the decision ${JSON.stringify(decision)}`,
        { ...stored, id: '2', decision },
      ],
    ),
  ])('as %s is left out, and hides nothing beside it', (_, foreign) => {
    const { open, transfers, adapter } = page(JSON.stringify([foreign, stored, foreign]))
    expect(open()).toEqual([read])
    // Nothing is lost either when one more is written.
    transfers.ask(transfer({ to: alice }))
    expect(open().map(({ to }) => to)).toEqual([alice, bob])
    expect(JSON.parse(adapter.values.get(storedAt) ?? '')).toHaveLength(2)
  })

  it.each(['sentAt', 'at'])('with an infinite %s, which JSON can state, is left out', (member) => {
    const decided = JSON.stringify({ ...stored, decision: { status: 'confirmed', at: 0 } })
    const infinite = decided.replace(new RegExp(`"${member}":\\d+`), `"${member}":1e999`)
    const { open, transfers } = page(`[${infinite}]`)
    expect(JSON.parse(infinite)).not.toEqual(JSON.parse(decided))
    expect(transfers.find({ id: '1', networkId: 'eip155:1' })).toBeUndefined()
    expect(open()).toEqual([])
  })

  it('with members of every object’s prototype says nothing by them', () => {
    const inherited = `{"__proto__":${JSON.stringify(stored)},"constructor":{},"toString":1}`
    const { open } = page(`[${inherited},${JSON.stringify(stored)}]`)
    expect(open()).toEqual([read])
    const text = JSON.stringify(stored)
    const extended = `${text.slice(0, -1)},"__proto__":{"isLate":true,"decision":{"status":"failed","at":0}}}`
    expect(page(`[${extended}]`).open()).toEqual([read])
    expect(Reflect.get({}, 'isLate')).toBeUndefined()
  })

  it('as anything at all throws nothing, and what is asked for next is remembered', () => {
    const near = fc.oneof(
      fc.json({ maxDepth: 4 }),
      fc.string(),
      fc
        .array(fc.record(Object.fromEntries(Object.keys(stored).map((part) => [part, fc.jsonValue()]))))
        .map((value) => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(near, (text) => {
        const { open, transfers } = page(text)
        const before = open()
        const asked = transfers.ask(transfer())
        expect(open()).toHaveLength(before.length + 1)
        asked.forget()
        expect(open()).toEqual(before)
      }),
    )
  })
})

describe('what is written', () => {
  it('is read again by the next page, whatever was asked for', () => {
    const units = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
    const text = fc.string({ minLength: 1, maxLength: 600, size: 'max' })
    const asked = fc.record({
      ...{ to: text, id: text },
      amount: fc.record({
        value: units,
        decimals: fc.nat(255),
        symbol: fc.string({ maxLength: 2_000, size: 'max' }),
      }),
    })
    fc.assert(
      fc.property(asked, fc.option(units, { nil: undefined }), ({ to, id, amount }, moved) => {
        const { transfers, adapter } = page()
        const whole = { ...amount, ...(moved === undefined ? {} : { moved }) }
        transfers.ask({ ...account, to, amount: whole }, id)
        const [found, ...others] = page(adapter.values.get(storedAt)).open()
        expect(others).toEqual([])
        expect(found).toMatchObject({ id, to, sentAt: now })
        expect(found?.amount).toEqual({ ...whole, symbol: whole.symbol.slice(0, 100) })
      }),
    )
  })
})

describe('a transfer that has a name', () => {
  it('is found by a later page on its network alone, which says what came of it', () => {
    const { transfers, adapter, clock } = page()
    transfers.ask(transfer(), 'pay 7')
    const next = page(adapter.values.get(storedAt))
    expect(next.transfers.find({ id: 'pay 7', networkId: 'eip155:2' })).toBeUndefined()
    expect(next.transfers.find({ id: 'pay 8', networkId: 'eip155:1' })).toBeUndefined()
    const found = next.transfers.find({ id: 'pay 7', networkId: 'eip155:1' })
    found?.sentAfterAll()
    expect(next.open()).toMatchObject([{ id: 'pay 7', isLate: true }])
    next.clock.advance(600_001)
    expect(next.open()).toEqual([])
    // It was told late, and is forgotten as soon as it's known that it moved nothing.
    transfers.ask(transfer(), 'pay 7').sentAfterAll()
    transfers.find({ id: 'pay 7', networkId: 'eip155:1' })?.forget()
    expect(transfers.of(account, isSame)).toEqual([])
    expect(clock.now()).toBe(now)
  })

  it('is one, asked for again', () => {
    const { transfers, open, clock } = page()
    transfers.ask(transfer(), 'pay 7').forget()
    clock.advance(1_000)
    transfers.ask(transfer(), 'pay 7')
    expect(open()).toMatchObject([{ id: 'pay 7', sentAt: now + 1_000 }])
  })
})
