// Everything an app with all plugins keeps, written by somebody else.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Connector } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { ActivityFeed } from '@latchkey/plugin-activity'
import { activity } from '@latchkey/plugin-activity/react'
import { balances, portfolio } from '@latchkey/plugin-balances/react'
import { bip122 } from '@latchkey/plugin-bip122'
import { eip155 } from '@latchkey/plugin-eip155'
import { EmailAuth, emailAuth } from '@latchkey/plugin-email-auth'
import { redirectProviders } from '@latchkey/plugin-email-auth/protocol'
import { identity } from '@latchkey/plugin-identity/react'
import { pay } from '@latchkey/plugin-pay'
import { onramp } from '@latchkey/plugin-onramp'
import { polkadot } from '@latchkey/plugin-polkadot'
import { send } from '@latchkey/plugin-send/react'
import { Sender } from '@latchkey/plugin-send'
import { siwx } from '@latchkey/plugin-siwx'
import { solana } from '@latchkey/plugin-solana'
import { swap } from '@latchkey/plugin-swap/react'
import { walletConnect } from '@latchkey/plugin-walletconnect'
import { WalletDirectory } from '@latchkey/plugin-wallet-directory'
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
    '9007199254740991',
    '-9007199254740991',
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
      portfolio(),
      activity(),
      send(),
      siwx(),
      onramp(),
      swap(),
      pay(),
      emailAuth({ frameUrl: 'http://127.0.0.1:9/frame' }),
    ],
    { storage, logLevel: 'silent' },
  )
}

/** What the person came back with: sessions that only the plugins' own entries can take up. */
const returning = JSON.stringify({
  connections: ['walletConnect', 'emailAuth'].map((connectorId) => ({ connectorId, namespaces: ['eip155'] })),
  active: {},
})

const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** A wallet that announces itself, and what it is asked. */
function placeWallet(): readonly string[] {
  const asked: string[] = []
  const request = async ({ method }: { readonly method: string }) => {
    asked.push(method)
    if (method === 'eth_chainId') return '0x1'
    if (method.endsWith('ccounts')) return [own]
    throw Object.assign(new Error('declined'), { code: 4001 })
  }
  const provider = { request, on() {}, removeListener() {} }
  const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'River', rdns: 'com.river' }
  const detail = { info: { ...info, icon: 'data:image/svg+xml;base64,PHN2Zy8+' }, provider }
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', tell)
  return asked
}

/** Everything that reads what is stored once somebody is there. */
async function useApp(kernel: ReturnType<typeof startApp>): Promise<void> {
  const session = kernel.get(Session)
  const connectorId = kernel.list(Connector).find(({ rdns }) => rdns === 'com.river')?.id ?? ''
  // Signing in, which the wallet declines, is asked for with the connection.
  await session.connect({ connectorId }).catch(() => undefined)
  expect(session.state.connections.flatMap(({ accounts }) => accounts.map(({ address }) => address))).toEqual(
    session.state.connections.length === 0 ? [] : [own],
  )
  expect(Array.isArray(kernel.get(WalletDirectory).recents())).toBe(true)
  const sending = await kernel.get(Sender).load()
  await kernel.get(Sender).open()
  expect(Array.isArray(sending.recents())).toBe(true)
  await Promise.race([
    kernel
      .get(ActivityFeed)
      .refresh()
      .catch(() => undefined),
    settle(20),
  ])
  await settle()
}

/**
 * Two keys are read once a relay has answered. The networks of smart accounts are written for the host's own code alone. Permissions are
 * read by a plugin that the playground doesn't list; `smartDapp.test.ts` of the embedded wallet attacks theirs. Swaps before a payment are read when a bill is shown.
 * `incomingNotices.test.ts` and `ledger.test.ts` attack the keys of two more plugins that it doesn't list. Swaps without an answer are read
 * when one is reviewed: `unansweredSwaps.test.ts` attacks them.
 */
const readElsewhere = [
  'pairing.store',
  'pairing.link',
  'emailAuth.smartNetworks',
  'smartSessions.given',
  'pay.swaps',
  'activity.incoming',
  'ledger.accounts',
  'swap.unanswered',
]

describe('storage that somebody else wrote', () => {
  it('knows the keys', () => {
    expect(keys.length).toBeGreaterThan(10)
    expect(new Set(keys)).toContain('session')
  })

  it.each([...new Set(keys)])('%s: starts, shows nobody connected, and asks nobody', async (key) => {
    const { faults, stop } = watchFaults()
    const asked: string[] = []
    let isRead = false
    vi.stubGlobal('fetch', async (url: unknown) => {
      asked.push(String(url))
      throw new TypeError('no network')
    })
    const life = async (text: string) => {
      const storage = openStorage()
      storage.entries.set('latchkey:session', returning)
      storage.entries.set(`latchkey:${key}`, text)
      const { get } = storage
      storage.get = (asked) => {
        if (asked === `latchkey:${key}`) isRead = true
        return get(asked)
      }
      vi.stubGlobal('window', new EventTarget())
      vi.stubGlobal('location', { search: '?result_uri=https://theirs.example' })
      const told = placeWallet()
      const kernel = startApp(storage)
      try {
        await kernel.start()
        await settle()
        const session = kernel.get(Session)
        expect(session.state.connections).toEqual([])
        expect(session.activeAccount('eip155')).toBeUndefined()
        expect(Object.values(kernel.state.plugins).flatMap(({ error }) => error ?? [])).toEqual([])
        expect(Reflect.get({}, 'polluted')).toBeUndefined()
        // Nobody is kept from logging in by what somebody else wrote.
        expect(kernel.get(EmailAuth).secondsUntilNextEmail()).toBeLessThanOrEqual(60)
        // A page that comes back from a provider ends a login there, and nowhere else.
        expect([undefined, ...redirectProviders]).toContain(kernel.get(EmailAuth).socialReturn())
        expect(told).toEqual([])
        await useApp(kernel)
        expect(told.filter((method) => /send|switch|add/i.test(method))).toEqual([])
        await session.disconnect()
        expect(session.state.connections).toEqual([])
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
    // A key that no plugin of this app reads attacks nothing.
    expect(isRead || readElsewhere.includes(key)).toBe(true)
    // A pending payment may be looked up at the networks of the app; a wallet or a stranger’s host is never asked.
    expect(asked.filter((url) => url.includes(theirs))).toEqual([])
  })
})
