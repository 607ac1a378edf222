import { describe, expect, it } from 'vitest'
import { readVectors } from '../testing/readVectors.js'
import { bitcoinSigner, evmSigner, polkadotSigner, solanaSigner } from '../testing/signers.js'
import { createSessions } from '../server/sessions/createSessions.js'
import { memorySessions } from '../server/sessions/memorySessions.js'
import { canonicalAccountId } from './canonicalAccountId.js'
import { encodeSs58 } from './ss58.js'

const POLKADOT = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const MAINNET = 'bip122:000000000019d6689c085ae165831e93'
const RESERVED = [46, 47]

const evm = evmSigner(50)
const segwit = bitcoinSigner(50)
const taproot = bitcoinSigner(50, 'p2tr')
const { publicKey, address: sr25519 } = polkadotSigner(50)
const prefixes = Array.from({ length: 16_384 }, (_, prefix) => prefix).filter(
  (prefix) => !RESERVED.includes(prefix),
)

/** Every spelling of one account, the canonical one first. */
const ACCOUNTS = {
  'an EVM account': [
    `eip155:1:${evm.address}`,
    `eip155:1:${evm.address.toLowerCase()}`,
    `eip155:1:0x${evm.address.slice(2).toUpperCase()}`,
  ],
  'a segwit account': [`${MAINNET}:${segwit.address}`, `${MAINNET}:${segwit.address.toUpperCase()}`],
  'a taproot account': [`${MAINNET}:${taproot.address}`, `${MAINNET}:${taproot.address.toUpperCase()}`],
  'a Polkadot account': [
    `${POLKADOT}:${encodeSs58(publicKey, 42)}`,
    `${POLKADOT}:${sr25519}`,
    ...prefixes.map((prefix) => `${POLKADOT}:${encodeSs58(publicKey, prefix)}`),
  ],
}

describe.each(Object.entries(ACCOUNTS))('the spellings of %s', (_, [canonical = '', ...others]) => {
  it('are one id', () => {
    expect(new Set([canonical, ...others].map((id) => canonicalAccountId(id)))).toEqual(new Set([canonical]))
  })

  it('are one account of a session, which each of them ends', async () => {
    const sessions = createSessions({
      store: memorySessions(),
      secrets: ['a-secret-of-at-least-thirty-two-letters'],
    })
    for (const spelling of [canonical, ...others.slice(0, 3), ...others.slice(-3)]) {
      const { session, token } = await sessions.start([spelling, ...others.slice(0, 5)])
      expect(session.accountIds).toEqual([canonical])
      const again = await sessions.start(others.slice(-1), { replaces: session })
      expect(again.session.accountIds).toEqual([canonical])
      await sessions.revokeAccount(spelling)
      expect(await sessions.read(again.token)).toMatchObject({ code: 'SESSION_REVOKED' })
      expect(await sessions.read(token)).toMatchObject({ code: 'SESSION_REVOKED' })
    }
  })
})

describe('canonical ids', () => {
  it('are different for two accounts, and for two networks', () => {
    const ids = [
      `eip155:1:${evm.address}`,
      `eip155:10:${evm.address}`,
      `eip155:1:${evmSigner(51).address}`,
      `${MAINNET}:${segwit.address}`,
      `${MAINNET}:${taproot.address}`,
      `${MAINNET}:${bitcoinSigner(50, 'p2pkh').address}`,
      `${POLKADOT}:${sr25519}`,
      `${POLKADOT}:${polkadotSigner(51).address}`,
      `polkadot:b0a8d493285c2df73290dfb7e61f870f:${sr25519}`,
      `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${solanaSigner(50).address}`,
    ]
    expect(new Set(ids.map((id) => canonicalAccountId(id))).size).toBe(ids.length)
  })

  it('leave other namespaces, and what is no address, as they are', () => {
    for (const id of ['cosmos:hub:Cosmos1ABC', 'eip155:1:0xABC', `${POLKADOT}:0xABC`, 'junk', '']) {
      expect(canonicalAccountId(id)).toBe(id)
    }
  })

  it('give one key one address on any Polkadot network (CAIP-10 vectors)', () => {
    const addresses = readVectors('polkadot/ss58/caip10_spec').map(
      ({ caip2, address }) => canonicalAccountId(`${caip2}:${address}`).split(':')[2],
    )
    expect(new Set(addresses).size).toBe(1)
  })

  it('end sessions that an earlier version stored as they were signed', async () => {
    const store = memorySessions()
    const sessions = createSessions({ store, secrets: ['a-secret-of-at-least-thirty-two-letters'] })
    const old = `${POLKADOT}:${sr25519}`
    const record = { id: 'old', generation: 1, rotatedAt: 0, createdAt: 0, expiresAt: Date.now() + 1000 }
    await store.add({ ...record, accountIds: [old] })
    await sessions.revokeAccount(old)
    expect(await store.get('old')).toBeUndefined()
  })
})
