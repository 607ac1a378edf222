import { describe, expect, it } from 'vitest'
import { createContributions } from './contributions.js'
import { extensionPoint } from '../keys/extensionPoint.js'

const Words = extensionPoint<{ id: string; text?: string }>('test.words')
const key = Words as never

function setUp() {
  const errors: unknown[] = []
  const contributions = createContributions((error) => errors.push(error))
  const ids = () => contributions.list(Words).map(({ id }) => id)
  return { contributions, errors, ids }
}

describe('createContributions', () => {
  it('answers the same frozen list until something changes', () => {
    const { contributions } = setUp()
    expect(contributions.list(Words)).toBe(contributions.list(Words))
    contributions.add('one', key, { id: 'a' })
    const before = contributions.list(Words)
    expect(contributions.list(Words)).toBe(before)
    expect(Object.isFrozen(before)).toBe(true)
    contributions.add('one', key, { id: 'b' })
    expect(before).toHaveLength(1)
    expect(contributions.list(Words)).toHaveLength(2)
  })

  it('keeps the order of the host, whoever adds first', () => {
    const { contributions, ids } = setUp()
    contributions.rank(['first', 'second'])
    contributions.add('late', key, { id: 'l' })
    contributions.add('second', key, { id: 's1' })
    contributions.add('first', key, { id: 'f' })
    contributions.add('second', key, { id: 's2' })
    expect(ids()).toEqual(['f', 's1', 's2', 'l'])
  })

  it('keeps that order for hundreds that are added one by one, without sorting them again each time', () => {
    const { contributions, ids } = setUp()
    const order = ['first', 'second']
    let looks = 0
    order.indexOf = (owner) => {
      looks += 1
      return Array.prototype.indexOf.call(order, owner)
    }
    contributions.rank(order)
    const added = Array.from({ length: 500 }, (_, index) => ({
      owner: ['second', 'first', 'late'][index % 3] ?? '',
      id: `${index}`,
    }))
    for (const { owner, id } of added) contributions.add(owner, key, { id })
    const of = (wanted: string) => added.filter(({ owner }) => owner === wanted).map(({ id }) => id)
    expect(ids()).toEqual([...of('first'), ...of('second'), ...of('late')])

    looks = 0
    for (let index = 0; index < 500; index += 1) contributions.add('late', key, { id: `more ${index}` })
    expect(looks).toBeLessThanOrEqual(2 * 500)
  })

  it('removes an entry once, and not the one that took its id later', () => {
    const { contributions, ids } = setUp()
    const remove = contributions.add('one', key, { id: 'a' })
    remove()
    contributions.add('two', key, { id: 'a' })
    remove()
    expect(ids()).toEqual(['a'])
    expect(contributions.ownerOf(key, 'a')).toBe('two')
  })

  it('refuses an id that is taken and says by whom', () => {
    const { contributions } = setUp()
    contributions.add('one', key, { id: 'a' })
    expect(() => contributions.add('two', key, { id: 'a' })).toThrowErrorMatchingInlineSnapshot(`
      [KernelError: "a" was added to "test.words" twice.

      The first one came from the plugin "one". Prefix ids with the plugin's own id.]
    `)
  })

  it('gives the advice of the point instead, where it has one', () => {
    const { contributions } = setUp()
    const Chains = extensionPoint<{ id: string }>('test.chains', { whenTaken: 'List only one of them.' })
    contributions.add('one', Chains as never, { id: 'a' })
    expect(() => contributions.add('two', Chains as never, { id: 'a' })).toThrow(
      'The first one came from the plugin "one". List only one of them.',
    )
  })

  it('degrades only what an owner added, and only where the point says to what', () => {
    const { contributions } = setUp()
    const Falling = extensionPoint<{ id: string; text: string }>('test.falling', {
      degrade: (word) => ({ ...word, text: 'y' }),
    })
    contributions.add('one', Falling as never, { id: 'a', text: 'x' } as never)
    contributions.add('two', Falling as never, { id: 'b', text: 'x' } as never)
    contributions.add('one', key, { id: 'c', text: 'x' } as never)
    contributions.degrade('one')
    contributions.degrade('three')
    expect(contributions.list(Falling)).toEqual([
      { id: 'a', text: 'y' },
      { id: 'b', text: 'x' },
    ])
    expect(contributions.list(Words)).toEqual([{ id: 'c', text: 'x' }])
  })

  it('asks a point for what cannot work, with the owner in front', () => {
    const { contributions } = setUp()
    const Lonely = extensionPoint<{ id: string; of: string }>('test.lonely', {
      review: ({ of }, list) => (list(Words).some(({ id }) => id === of) ? undefined : `needs "${of}".`),
    })
    contributions.add('one', key, { id: 'here' })
    contributions.add('two', Lonely as never, { id: 'a', of: 'here' } as never)
    contributions.add('two', Lonely as never, { id: 'b', of: 'gone' } as never)
    expect(contributions.review()).toEqual(['two: "b" needs "gone".'])
  })

  it('tells every listener of every change, though one throws', () => {
    const { contributions, errors } = setUp()
    let heard = 0
    contributions.subscribe(() => {
      throw 'fault'
    })
    const stop = contributions.subscribe(() => void heard++)
    const remove = contributions.add('one', key, { id: 'a' })
    remove()
    stop()
    contributions.add('one', key, { id: 'b' })
    expect(heard).toBe(2)
    expect(errors).toEqual(['fault', 'fault', 'fault'])
  })

  it('counts entries per point', () => {
    const { contributions } = setUp()
    contributions.add('one', key, { id: 'a' })
    expect(contributions.counts()).toEqual({ 'test.words': 1 })
  })
})
