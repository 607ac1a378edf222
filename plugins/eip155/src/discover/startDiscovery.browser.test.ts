// Discovery in a real page: many wallets, hostile ones, and nothing left behind.
import { Connector } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { fakeClock } from '@latchkey/kernel/testing'
import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import { createEvmTestWallet } from '../../../../testkit/src/evm/index.js'
import { afterEach, expect, it } from 'vitest'
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

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  localStorage.clear()
})

function say(detail: unknown): void {
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
}

/** Announces details whenever the page asks. */
function announceAll(details: readonly unknown[]): void {
  const answer = () => details.forEach(say)
  window.addEventListener('eip6963:requestProvider', answer)
  stops.push(() => window.removeEventListener('eip6963:requestProvider', answer))
}

const wallet = (index: number) =>
  Object.freeze({
    info: Object.freeze({ uuid: `uuid-${index}`, name: `Wallet ${index}`, icon, rdns: `com.wallet${index}` }),
    provider: { request: async () => null },
  })

async function start(options: KernelOptions = {}): Promise<Kernel> {
  const kernel = createKernel([eip155({ networks: [chain], injected: false })], {
    logLevel: 'silent',
    ...options,
  })
  stops.push(() => kernel.dispose())
  await kernel.start()
  return kernel
}

it('lists 500 wallets after one turn, in the order they came', async () => {
  announceAll(Array.from({ length: 500 }, (_, index) => wallet(index)))
  const kernel = await start()
  const connectors = kernel.list(Connector)
  expect(connectors.map(({ name }) => name)).toEqual(
    Array.from({ length: 500 }, (_, index) => `Wallet ${index}`),
  )
  expect(connectors[499]).toMatchObject({
    id: announcedId(wallet(499).info),
    rdns: 'com.wallet499',
    group: 'announced',
    icon,
  })
})

it('lists wallets that come one by one in a few groups, in the order they came, and loses none', async () => {
  const clock = fakeClock()
  const kernel = await start({ clock })
  const turn = () =>
    new Promise<unknown>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = resolve
      port2.postMessage(undefined)
    })
  const names = () => kernel.list(Connector).map(({ name }) => name)
  let lists = 0
  let last = kernel.list(Connector)
  for (let index = 0; index < 500; index += 1) {
    say(wallet(index))
    await turn()
    if (kernel.list(Connector) !== last) lists += 1
    last = kernel.list(Connector)
  }
  expect(lists).toBe(1)
  expect(names()).toEqual(['Wallet 0'])
  clock.advance(50)
  expect(names()).toEqual(Array.from({ length: 500 }, (_, index) => `Wallet ${index}`))

  // After a pause without any, the next one is not kept waiting.
  clock.advance(50)
  say(wallet(500))
  await turn()
  expect(names().at(-1)).toBe('Wallet 500')
})

it('stops listening to a page that announces without end', async () => {
  announceAll(Array.from({ length: 10_000 }, (_, index) => wallet(index)))
  expect((await start()).list(Connector)).toHaveLength(5_000)
})

it('lists wallets of other names after thousands that claim one', async () => {
  const fakes = Array.from({ length: 2_000 }, (_, index) => {
    const fake = wallet(index)
    return { ...fake, info: { ...fake.info, rdns: 'io.metamask', name: 'MetaMask' } }
  })
  const real = wallet(10_000)
  announceAll([...fakes, real])
  const listed = (await start()).list(Connector)
  expect(listed.map(({ rdns }) => rdns)).toContain(real.info.rdns)
  expect(listed.filter(({ rdns }) => rdns === 'io.metamask')).toHaveLength(1_500)
})

it('is not harmed by hostile announcements, and shows nothing of theirs that could be', async () => {
  const hostile = new Proxy(
    {},
    {
      get() {
        throw new Error('hostile')
      },
    },
  )
  const good = wallet(1)
  announceAll([
    undefined,
    null,
    'text',
    hostile,
    { info: hostile, provider: good.provider },
    { ...good, provider: hostile },
    { ...good, info: { ...good.info, uuid: 'a', rdns: '<script>alert(1)</script>' } },
    { ...good, info: { ...good.info, uuid: 'b', rdns: '__proto__', name: '\u202Egnp.tellaw' } },
    {
      info: { ...good.info, uuid: 'c', rdns: 'com.remote', icon: 'https://tracker.example/pixel.png' },
      provider: { request() {} },
    },
    {
      info: {
        ...good.info,
        uuid: 'd',
        rdns: 'com.huge',
        icon: `data:image/png;base64,${'A'.repeat(5_000_000)}`,
      },
      provider: { request() {} },
    },
    good,
  ])
  const kernel = await start()
  expect(kernel.list(Connector).map(({ rdns, name, icon: shown }) => [rdns, name, shown])).toEqual([
    ['__proto__', 'gnp.tellaw', icon],
    ['com.remote', 'Wallet 1', undefined],
    ['com.huge', 'Wallet 1', undefined],
    ['com.wallet1', 'Wallet 1', icon],
  ])
  expect(document.images).toHaveLength(0)
})

it('connects an announced wallet without any request to the network', async () => {
  const requested: string[] = []
  const observer = new PerformanceObserver((list) =>
    requested.push(...list.getEntries().map(({ name }) => name)),
  )
  observer.observe({ type: 'resource' })
  stops.push(() => observer.disconnect())
  const real = createEvmTestWallet({ chains: [{ chainId: 31337, rpcUrl: 'http://127.0.0.1:1' }] })
  stops.push(real.announce())
  const kernel = await start()
  const [connector] = kernel.list(Connector)
  await kernel.get(Session).connect({ connectorId: connector!.id })
  expect(kernel.get(Session).activeAccount('eip155')?.address).toBe(
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  )
  expect(requested.filter((url) => new URL(url).origin !== location.origin)).toEqual([])
})

it('finds every kind of late wallet and hears nothing after the end', async () => {
  const kernel = await start()
  say(wallet(1))
  await Promise.resolve()
  expect(kernel.list(Connector)).toHaveLength(1)
  say(wallet(2))
  await kernel.dispose()
  say(wallet(3))
  await Promise.resolve()
  expect(kernel.list(Connector)).toEqual([])
})

it('leaves no timer behind', async () => {
  const clock = fakeClock()
  const kernel = await start({ clock })
  say(wallet(1))
  await Promise.resolve()
  say(wallet(2))
  expect(clock.pending).toBeGreaterThan(0)
  await kernel.dispose()
  expect(clock.pending).toBe(0)
})

/** A wallet that builds its provider anew for each announcement. */
const rebuilding = (index: number) => () => ({
  info: wallet(index).info,
  provider: { request: async () => null },
})
const announceOnRequest = (...details: (() => unknown)[]) => {
  const answer = () => details.forEach((detail) => void say(detail()))
  window.addEventListener('eip6963:requestProvider', answer)
  stops.push(() => window.removeEventListener('eip6963:requestProvider', answer))
}
const ask = () => window.dispatchEvent(new Event('eip6963:requestProvider'))
const rest = () => new Promise((resolve) => setTimeout(resolve, 120))

it('lists a wallet that builds its provider anew once, however often the page asks', async () => {
  announceOnRequest(rebuilding(1))
  const kernel = await start()
  for (let index = 0; index < 20; index += 1) ask()
  await rest()
  expect(kernel.list(Connector).map(({ id }) => id)).toEqual([announcedId(wallet(1).info)])
  expect(kernel.list(Connector)[0]?.restore).toBeTypeOf('function')
})

it.each([
  [
    'before the wallet',
    [() => ({ ...wallet(1), provider: { request: async () => 'copy' } }), () => wallet(1)],
  ],
  [
    'after the wallet',
    [() => wallet(1), () => ({ ...wallet(1), provider: { request: async () => 'copy' } })],
  ],
])('hides no wallet whose uuid and look another one repeats %s', async (_, makers) => {
  const details = makers.map((make) => make())
  announceOnRequest(...details.map((detail) => () => detail))
  const kernel = await start()
  await rest()
  expect(kernel.list(Connector)).toHaveLength(2)
  // Nobody can tell them apart, so that neither of them is asked before the person presses it.
  expect(kernel.list(Connector).filter(({ restore }) => restore)).toHaveLength(0)
})

it('hides no wallet behind one that repeats its uuid and builds its provider anew', async () => {
  const real = wallet(1)
  announceOnRequest(rebuilding(1), () => real)
  const kernel = await start()
  await rest()
  expect(kernel.list(Connector)).toHaveLength(2)
})

it('hides no wallet that builds its provider anew behind a copy of what it says', async () => {
  const copy = wallet(1)
  announceOnRequest(() => copy, rebuilding(1))
  const kernel = await start()
  await rest()
  expect(kernel.list(Connector)).toHaveLength(2)
})

it('hides no wallet that builds its provider anew behind one that is silent when asked again', async () => {
  let isSaid = false
  const copy = { request: async () => 'copy' }
  const anew = rebuilding(1)
  const answer = () => {
    if (!isSaid) say({ ...wallet(1), provider: copy })
    isSaid = true
    say(anew())
  }
  window.addEventListener('eip6963:requestProvider', answer)
  stops.push(() => window.removeEventListener('eip6963:requestProvider', answer))
  const kernel = await start()
  await rest()
  const listed = kernel.list(Connector)
  expect(listed).toHaveLength(2)
  // Neither can be told from the other, so that none is asked without the person.
  expect(listed.map(({ restore }) => restore)).toEqual([undefined, undefined])
})

it('hides no late wallet behind one that speaks while it announces itself, and is silent when asked', async () => {
  const kernel = await start()
  let isSaid = false
  const speak = () => {
    if (isSaid) return
    isSaid = true
    say({ ...wallet(1), provider: { request: async () => 'copy' } })
  }
  window.addEventListener('eip6963:announceProvider', speak, true)
  stops.push(() => window.removeEventListener('eip6963:announceProvider', speak, true))
  const anew = rebuilding(1)
  announceOnRequest(anew)
  say(anew())
  await rest()
  const listed = kernel.list(Connector)
  expect(listed).toHaveLength(2)
  expect(listed.map(({ restore }) => restore)).toEqual([undefined, undefined])
})

it('lists a late wallet whose uuid and look were announced before it', async () => {
  const kernel = await start()
  say({ ...wallet(1), provider: { request: async () => 'copy' } })
  await rest()
  const real = wallet(1)
  announceOnRequest(() => real)
  say(real)
  await rest()
  expect(kernel.list(Connector)).toHaveLength(2)
})

it('tells a library that leads to a wallet from the wallet itself', async () => {
  const metamask = { name: 'MetaMask', icon }
  const provider = () => ({ request: async () => null })
  announceAll([
    { info: { ...metamask, uuid: 'a', rdns: 'io.metamask' }, provider: provider() },
    { info: { ...metamask, uuid: 'b', rdns: 'io.metamask.mmc' }, provider: provider() },
  ])
  const kernel = await start()
  expect(kernel.list(Connector).map(({ name, readiness }) => [name, readiness()])).toEqual([
    ['MetaMask', 'installed'],
    ['MetaMask Connect', 'loadable'],
  ])
})
