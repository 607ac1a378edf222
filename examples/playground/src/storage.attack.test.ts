// Everything an app with all plugins keeps, written by somebody else.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Session } from '@latchkey/kernel/plugin'
import { activity } from '@latchkey/plugin-activity/react'
import { balances } from '@latchkey/plugin-balances/react'
import { bip122 } from '@latchkey/plugin-bip122'
import { eip155 } from '@latchkey/plugin-eip155'
import { identity } from '@latchkey/plugin-identity/react'
import { polkadot } from '@latchkey/plugin-polkadot'
import { send } from '@latchkey/plugin-send/react'
import { siwx } from '@latchkey/plugin-siwx'
import { solana } from '@latchkey/plugin-solana'
import { walletConnect } from '@latchkey/plugin-walletconnect'
import { walletData } from '@latchkey/plugin-wallet-data'
import { walletDirectory } from '@latchkey/plugin-wallet-directory/react'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mainnet } from 'viem/chains'
import { attackBounds, openStorage, settle, watchFaults } from '../../../kernel/test/attack.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Every key that the sources name: the next one is attacked without being listed here. */
const sources = [
  'kernel',
  'ui-react',
  ...readdirSync(`${root}/plugins`).map((name) => `plugins/${name}`),
].flatMap((place) =>
  readdirSync(`${root}/${place}/src`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test(-d)?\.tsx?$/.test(path))
    .map((path) => readFileSync(`${root}/${place}/src/${path}`, 'utf8')),
)
const keys = sources.flatMap((text) =>
  [...text.matchAll(/storageKey\(\s*'([^']+)'/g)].map(([, name]) => name as string),
)

const theirs = '0xBadBADbaDbAdbadBADBadbAdBADBADBadBADBad0'
/** Near to what is really stored, and anything else. */
const near = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.string(),
  fc.constantFrom(
    'null',
    '[]',
    '{}',
    '{"__proto__":{"polluted":true}}',
    `[${'null,'.repeat(50_000)}null]`,
    '['.repeat(20_000),
    JSON.stringify({
      connections: [{ connectorId: 'eip155.injected', namespaces: ['eip155'] }],
      active: { eip155: { connectorId: 'eip155.injected', address: theirs } },
      activeNamespace: 'eip155',
    }),
    JSON.stringify([
      { connectorId: 'x', name: '‮x', id: '0x1', hash: '0x1', address: theirs, networkId: 'eip155:1' },
    ]),
    JSON.stringify({ version: 1, value: [{ id: '0x1', networkId: 'eip155:1', from: theirs, to: theirs }] }),
    JSON.stringify({ eip155: 'eip155:1', solana: 'solana:x', '': '' }),
  ),
)

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => void vi.unstubAllGlobals())

function startApp(storage = memoryStorage()) {
  return createKernel(
    [
      eip155({ networks: [mainnet] }),
      solana(),
      bip122(),
      polkadot(),
      walletConnect({ projectId: '00000000000000000000000000000000' }),
      walletDirectory(),
      walletData(),
      identity(),
      balances(),
      activity(),
      send(),
      siwx(),
    ],
    { storage, logLevel: 'silent' },
  )
}

describe('storage that somebody else wrote', () => {
  it('knows the keys', () => {
    expect(keys.length).toBeGreaterThan(10)
    expect(new Set(keys)).toContain('session')
  })

  it.each([...new Set(keys)])('%s: starts, shows nobody connected, and asks nobody', async (key) => {
    const { faults, stop } = watchFaults()
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: unknown) => {
      asked.push(String(url))
      throw new TypeError('no network')
    })
    const life = async (text: string) => {
      const storage = openStorage()
      storage.entries.set(`latchkey:${key}`, text)
      const kernel = startApp(storage)
      try {
        await kernel.start()
        await settle()
        const session = kernel.get(Session)
        expect(session.state.connections).toEqual([])
        expect(session.activeAccount('eip155')).toBeUndefined()
        expect(Object.values(kernel.state.plugins).flatMap(({ error }) => error ?? [])).toEqual([])
        expect(Reflect.get({}, 'polluted')).toBeUndefined()
        await session.disconnect()
      } finally {
        await kernel.dispose()
      }
    }
    try {
      await fc.assert(fc.asyncProperty(near, life), attackBounds(6))
    } finally {
      await settle()
      stop()
    }
    expect(faults).toEqual([])
    // A pending payment may be looked up at the networks of the app; a wallet or a stranger’s host is never asked.
    expect(asked.filter((url) => url.includes(theirs))).toEqual([])
  })
})
