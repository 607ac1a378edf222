// Floods of announcements in front of a wallet that the person used, or that the host configured.
import { type ConnectorContribution, Connector, definePlugin } from '@latchkey/kernel/plugin'
import { createKernel } from '@latchkey/kernel'
import { fakeStorage } from '@latchkey/kernel/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { announcedId } from './announcedId.js'
import { eip155 } from '../eip155.js'
import type { EvmChain } from '../evmChain.js'

const chain: EvmChain = {
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}
const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
const otherIcon = 'data:image/svg+xml;base64,PHN2Zz4='
const largeIcon = `data:image/png;base64,${'A'.repeat(30_000)}`
const rdns = 'io.metamask'

interface Info {
  readonly uuid: string
  readonly name: string
  readonly rdns: string
  readonly icon?: string
}
const makeWallet = (info: Info) => ({ info, provider: { request: async () => null } })
const real = makeWallet({ uuid: 'real', name: 'MetaMask', rdns, icon })
const fakes = (count: number, info: Partial<Info>) =>
  Array.from({ length: count }, (_, index) =>
    makeWallet({ uuid: `fake ${index}`, name: `Wallet ${index}`, rdns: `com.wallet${index}`, icon, ...info }),
  )

const stops: (() => unknown)[] = []
let page: EventTarget
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  vi.unstubAllGlobals()
})

/** Starts a kernel on a page whose wallets answer in the given order. */
async function discover(
  wallets: readonly ReturnType<typeof makeWallet>[],
  recent: readonly { readonly connectorId: string; readonly name: string; readonly icon?: string }[] = [],
  configured: readonly ConnectorContribution[] = [],
) {
  page.addEventListener('eip6963:requestProvider', () => {
    for (const detail of wallets) page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  })
  const host = definePlugin({
    id: 'example',
    kernel: '^1.0.0',
    setup(context) {
      for (const connector of configured) context.add(Connector, connector)
    },
  })
  const kernel = createKernel([host, eip155({ networks: [chain] })], {
    storage: fakeStorage({ 'latchkey:recent': JSON.stringify(recent) }),
    logLevel: 'silent',
  })
  stops.push(() => kernel.dispose())
  await kernel.start()
  await Promise.resolve()
  return { connectors: kernel.list(Connector) }
}

const used = { connectorId: announcedId(real.info), name: 'MetaMask', icon }
const named = (connectors: readonly ConnectorContribution[], name: string) =>
  connectors.filter((connector) => connector.rdns === rdns && connector.name === name)

it.each([
  ['another name', { name: 'MetaMask Wallet' }, real],
  ['another picture', { icon: otherIcon }, real],
  [
    'another name and a large picture',
    { name: 'MetaMask Wallet' },
    makeWallet({ ...real.info, icon: largeIcon }),
  ],
])(
  'lists a wallet that was used after thousands of its reverse-domain id with %s',
  async (_, fake, wallet) => {
    const recent = { connectorId: announcedId(wallet.info), name: 'MetaMask' }
    const { connectors } = await discover([...fakes(2_000, { rdns, ...fake }), wallet], [recent])
    expect(connectors.filter((connector) => connector.rdns === rdns)).toHaveLength(1_501)
    // What is stored of the session names this id.
    const listed = connectors.filter(({ id }) => id === recent.connectorId)
    expect(listed).toEqual([expect.objectContaining({ name: 'MetaMask', icon: wallet.info.icon })])
  },
)

it('bounds the places that are kept: copies of what was used have as many as others', async () => {
  const copies = Array.from({ length: 4_000 }, (_, index) =>
    makeWallet({ ...real.info, uuid: `copy ${index}` }),
  )
  const { connectors } = await discover([...fakes(2_000, { rdns, name: 'Other' }), ...copies], [used])
  expect(named(connectors, 'Other')).toHaveLength(1_500)
  expect(named(connectors, 'MetaMask')).toHaveLength(1_500)
})

it('lists a wallet that was used after thousands of other names', async () => {
  const { connectors } = await discover([...fakes(9_000, {}), real], [used])
  expect(connectors.map(({ id }) => id)).toContain(used.connectorId)
  expect(connectors.filter(({ group }) => group === 'announced')).toHaveLength(5_001)
})

it('admits a wallet that the host configured after thousands of other names', async () => {
  const configured: ConnectorContribution = {
    id: 'example.metamask',
    name: 'MetaMask',
    group: 'external',
    namespaces: ['eip155'],
    rdns: 'io.MetaMask',
    readiness: () => 'installed',
    connect: () => Promise.reject(new Error('unused')),
  }
  Object.assign(page, { ethereum: real.provider })
  const { connectors } = await discover([...fakes(9_000, {}), real], [], [configured])
  const ids = connectors.map(({ id }) => id)
  expect(ids).toContain('example.metamask')
  // It was heard: what it put on the page is not offered once more as an unknown wallet.
  expect(ids).not.toContain('eip155.injected')
})

it('does not list a wallet that is unknown after thousands of other names', async () => {
  const { connectors } = await discover([...fakes(9_000, {}), real])
  expect(connectors.map(({ rdns: listed }) => listed)).not.toContain(rdns)
})
