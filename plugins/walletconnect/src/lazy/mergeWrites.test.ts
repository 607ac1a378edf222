import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeWrites } from './mergeWrites.js'

const a = { topic: 'a', expiry: 1 }
const b = { topic: 'b', expiry: 1 }

describe('what a tab writes', () => {
  it.each([
    ['is all there is when nothing was stored', undefined, undefined, [a], [a]],
    ['keeps what another tab added', [], [b], [a], [b, a]],
    ['takes away what it took away itself', [a, b], [a, b], [b], [b]],
    ['does not bring back what another tab took away', [a, b], [a], [a, b], [a]],
    ['keeps what another tab changed', [a], [{ ...a, expiry: 9 }], [a, b], [{ ...a, expiry: 9 }, b]],
    ['changes what it changed', [a, b], [a, b], [{ ...a, expiry: 2 }, b], [{ ...a, expiry: 2 }, b]],
    [
      'changes what another tab took away at the same time',
      [a],
      [],
      [{ ...a, expiry: 2 }],
      [{ ...a, expiry: 2 }],
    ],
  ])('%s', (_what, before, stored, next, expected) => {
    expect(mergeWrites(before, stored, next)).toEqual(expected)
  })

  it('is merged by number, by target and by topic, and as an object', () => {
    const request = (id: number) => ({ id, topic: 'one' })
    const expiry = (target: string) => ({ target, expiry: 1 })
    expect(mergeWrites([], [request(1)], [request(2)])).toEqual([request(1), request(2)])
    expect(mergeWrites([], [expiry('id:1')], [expiry('id:2')])).toEqual([expiry('id:1'), expiry('id:2')])
    expect(mergeWrites({}, { a: 'key' }, { b: 'key' })).toEqual({ a: 'key', b: 'key' })
    expect(mergeWrites({ a: { x: 1 } }, { a: { x: 1, y: 1 } }, { a: { x: 1, z: 1 } })).toEqual({
      a: { x: 1, y: 1, z: 1 },
    })
  })

  it.each([
    ['text', 'old', 'other', 'new'],
    ['a list of texts', ['a'], ['b'], ['c']],
    ['a list in which something has no name', [], [a], [{ expiry: 1 }]],
    ['a list where an object is stored', [], { a: 1 }, [a]],
  ])('replaces %s', (_what, before, stored, next) => {
    expect(mergeWrites(before, stored, next)).toBe(next)
  })

  it('does not reach the prototype', () => {
    const hostile = JSON.parse('{"__proto__":{"polluted":true}}') as unknown
    expect(JSON.stringify(mergeWrites({}, hostile, { a: 1 }))).toBe('{"__proto__":{"polluted":true},"a":1}')
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('is as if tabs that do not touch the same entry had written one after the other', () => {
    const change = fc.dictionary(fc.integer({ min: 0, max: 9 }).map(String), fc.option(fc.nat()))
    fc.assert(
      fc.property(change, change, change, (start, own, others) => {
        const first = apply({}, start)
        const foreign = Object.fromEntries(Object.entries(others).filter(([id]) => !(id in own)))
        const stored = apply(first, foreign)
        const expected = sorted(apply(stored, own))
        expect(sorted(mergeWrites(first, stored, apply(first, own)) as Entries)).toEqual(expected)
        const merged = mergeWrites(listed(first), listed(stored), listed(apply(first, own)))
        expect(sorted(unlisted(merged as ReturnType<typeof listed>))).toEqual(expected)
      }),
    )
  })
})

type Entries = Readonly<Record<string, unknown>>

/** Takes away what is nothing, adds or changes the rest. */
function apply(entries: Entries, change: Entries): Entries {
  const changed = Object.entries({ ...entries, ...change })
  return Object.fromEntries(changed.filter(([, value]) => value !== null))
}

const listed = (entries: Entries) => Object.entries(entries).map(([topic, value]) => ({ topic, value }))
const unlisted = (list: ReturnType<typeof listed>) =>
  Object.fromEntries(list.map(({ topic, value }) => [topic, value]))
const sorted = (entries: Entries) =>
  Object.entries(entries).sort(([left], [right]) => left.localeCompare(right))
