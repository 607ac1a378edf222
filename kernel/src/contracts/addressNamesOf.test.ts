import { expect, it } from 'vitest'
import { addressNamesOf } from './addressNamesOf.js'

const anna = { namespace: 'eip155', address: '0xa', name: 'Anna' }
const of = (entries: unknown) => addressNamesOf({ state: { entries } } as never, 'eip155')

it('answers those of the namespace, with names that can be shown', () => {
  const turned = { ...anna, address: '0xb', name: ' \u202eBob\u200b ' }
  expect(of([anna, turned, { ...anna, namespace: 'solana' }])).toEqual([anna, { ...turned, name: 'Bob' }])
})

it.each([
  ['no list', 'Anna'],
  ['nothing', undefined],
  ['a list of nothing', [null, undefined, 5, 'Anna']],
  ['numbers', [{ ...anna, address: 5 }]],
  ['a name that is no text', [{ ...anna, name: {} }]],
  ['a name with nothing to see in it', [{ ...anna, name: '\u200b\u3164' }]],
])('has none where a provider gives %s', (_, entries) => {
  expect(of(entries)).toEqual([])
})

it('has none where there is no provider, or one that throws', () => {
  expect(addressNamesOf(undefined, 'eip155')).toEqual([])
  const broken = {
    get state(): never {
      throw new Error('broken')
    },
  }
  expect(addressNamesOf(broken, 'eip155')).toEqual([])
})
