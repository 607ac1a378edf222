import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Observation } from '../Observation.js'
import { catalogue } from './catalogue.js'
import { redact } from './redact.js'
import { toAnalyticsEvent } from './toAnalyticsEvent.js'

const secrets = {
  evm: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  bare: '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  solana: 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN',
  bitcoin: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  polkadot: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  key: '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
  mail: 'nora@example.org',
  query: 'https://rpc.example/v1?key=abcdef',
}

const observation = (id: string, payload: unknown): Observation => ({
  id,
  payload,
  time: 0,
  connected: true,
  networkId: 'eip155:1',
  isSmartAccount: false,
  address: secrets.evm,
})

describe('every event of the catalogue', () => {
  it.each(Object.entries(catalogue))('%s holds nothing that names a person', (id, properties) => {
    for (const secret of Object.values(secrets)) {
      const payload = Object.fromEntries(properties.map((property) => [property, `of ${secret}, and more`]))
      const given = { ...payload, error: { shortMessage: `of ${secret}, and more` }, namespaces: [secret] }
      const sent = toAnalyticsEvent(observation(id, given), {})
      expect(sent?.props.event).toBe(id)
      expect(JSON.stringify(sent)).not.toContain(secret)
      const names = Object.keys(sent?.props.properties ?? {})
      expect(names.filter((name) => !properties.includes(name))).toEqual([])
    }
  })
})

it('takes a payload of any form', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(catalogue)), fc.anything(), (id, payload) => {
      const sent = toAnalyticsEvent(observation(id, payload), {})
      expect(() => JSON.stringify(sent)).not.toThrow()
    }),
  )
})

it('keeps words, short names and the network as they are', () => {
  expect(redact('Could not connect to Rainbow wallet (v2), because it is locked.')).toBe(
    'Could not connect to Rainbow wallet (v2), because it is locked.',
  )
  const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const sent = toAnalyticsEvent(observation('SWITCH_NETWORK', { networkId: solana }), {})
  expect(sent?.props.properties).toEqual({ network: solana })
})

it('keeps addresses, and no longer run, when the host asks for them', () => {
  const text = `from ${secrets.evm} by ${secrets.key}`
  expect(redact(text, { keepAddresses: true })).toBe(`from ${secrets.evm} by 4c0883…`)
  expect(toAnalyticsEvent(observation('CLICK_NETWORKS', {}), { includeAddress: true })?.props.address).toBe(
    secrets.evm,
  )
})

it('cuts long texts without taking long', () => {
  const long = `${'a@'.repeat(50_000)}${'x'.repeat(100_000)}`
  expect(redact(long).length).toBeLessThanOrEqual(500)
})
