import { describe, expect, it } from 'vitest'
import { toldCapabilities } from './toldCapabilities.js'

const account = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const atomic = { atomic: { status: 'supported' } }

describe('capabilities told with a session', () => {
  it('are read by account and chain, whether JSON or objects', () => {
    const capabilities = {
      [account.toLowerCase()]: { '0x01': atomic, '0x0': {} },
      [other]: { '0xa': atomic },
    }
    const expected = { '0x0': {}, '0x1': atomic }
    const written = { sessionProperties: { capabilities: JSON.stringify(capabilities) } }
    expect(toldCapabilities(written, account)).toEqual(expected)
    expect(toldCapabilities({ sessionProperties: { capabilities } }, account)).toEqual(expected)
  })

  it('are read from the scope of a network, for each account where it says so', () => {
    const scopedProperties = {
      'eip155:1': atomic,
      'eip155:10': { [`eip155:10:${account}`]: atomic },
      'eip155:137': { [`eip155:137:${other}`]: atomic },
      eip155: atomic,
      'solana:1': atomic,
    }
    expect(toldCapabilities({ scopedProperties }, account)).toEqual({ '0x1': atomic, '0xa': atomic })
  })

  it.each([
    {},
    { sessionProperties: null, scopedProperties: 'x' },
    { sessionProperties: { capabilities: '{' } },
    { sessionProperties: { capabilities: { [account]: { one: atomic, '0x1': 'yes' } } } },
    { sessionProperties: { capabilities: { [account]: [] } }, scopedProperties: { 'eip155:x': atomic } },
  ])('count as not told when they cannot be read: %j', (properties) => {
    expect(toldCapabilities(properties, account)).toEqual({})
  })
})
