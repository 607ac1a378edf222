import { expect, test } from 'vitest'
import { inEnglish } from '../../test/inEnglish.js'
import { networkFact } from './facts.js'
import { nameNetwork } from './networkNames.js'

const app = (...networks: readonly { networkId: string; name: string; symbol: string }[]) => ({
  isKnown: false,
  networks,
})
const local = { networkId: 'eip155:31337', name: 'Local One', symbol: 'ETH' }

test('a network that the frame doesn’t know goes by the app’s name, which is marked as the site’s word', () => {
  expect(inEnglish(networkFact(local.networkId, app(local)))).toEqual({
    name: 'Network',
    value: 'Local One',
    note: '31337, named by this site',
  })
  expect(nameNetwork(local.networkId, app(local)).symbol).toBe('ETH')
})

test('the frame’s own names are never replaced', () => {
  const told = { networkId: 'eip155:8453', name: 'Test network', symbol: 'FREE' }
  expect(inEnglish(networkFact('eip155:8453', app(told)))).toEqual({ name: 'Network', value: 'Base' })
  expect(nameNetwork('eip155:8453', app(told)).symbol).toBe('ETH')
})

test.each([
  ['a known one', { name: 'Ethereum' }],
  ['a known one, in other letters', { name: 'e.t.h.e.r.e.u.m' }],
  ['a known one, and more', { name: 'Polygon (official)' }],
  ['a known one in look-alike letters', { name: 'Еthereum' }],
  ['several lines', { name: 'Local\nFee: none' }],
  ['a sentence as its symbol', { symbol: 'worthless test coins' }],
  ['letters that turn the text around', { name: 'Local\u202e' }],
])('a name that is that of %s counts for nothing', (_, change) => {
  expect(inEnglish(networkFact(local.networkId, app({ ...local, ...change })))).toEqual({
    name: 'Network',
    value: 'Network 31337',
  })
})

test('the name of another network counts for nothing', () => {
  expect(inEnglish(nameNetwork('eip155:31338', app(local)).name)).toBe('Network 31338')
})
