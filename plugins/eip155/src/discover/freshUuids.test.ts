// Wallets that make a uuid for each announcement, and not for each page as EIP-6963 says.
import { createKernel, type Kernel } from '@latchkey/kernel'
import { Connector, route } from '@latchkey/kernel/plugin'
import { Navigation, Session } from '@latchkey/kernel/wallet'
import { fakeStorage } from '@latchkey/kernel/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { announcedId } from './announcedId.js'
import { eip155 } from '../eip155.js'

const chain = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://node.invalid'] } },
}
const look = { name: 'Fresh', icon: 'data:image/png;base64,AA', rdns: 'dev.fresh' }
const id = announcedId(look)

let page: EventTarget
let kernel: Kernel | undefined
let made = 0
let questions = 0
beforeEach(() => {
  made = 0
  questions = 0
  page = new EventTarget()
  page.addEventListener('eip6963:requestProvider', () => {
    questions += 1
  })
  vi.stubGlobal('window', page)
})
afterEach(async () => {
  await kernel?.dispose()
  vi.unstubAllGlobals()
})

const makeProvider = (name = 'wallet') => ({
  asked: [] as string[],
  name,
  async request({ method }: { readonly method: string }) {
    this.asked.push(method)
    if (method === 'eth_chainId') return '0x1'
    return method.endsWith('ccounts') ? ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] : null
  },
  on() {},
  removeListener() {},
})
type Provider = ReturnType<typeof makeProvider>

const freshUuid = () => {
  made += 1
  return `uuid-${made}`
}
/** What is announced next. */
type Maker = () => { readonly uuid: string; readonly provider: Provider }
const rebuilding: Maker = () => ({ uuid: freshUuid(), provider: makeProvider() })
const keeping =
  (provider = makeProvider()): Maker =>
  () => ({ uuid: freshUuid(), provider })
const constant =
  (uuid: string, provider = makeProvider()): Maker =>
  () => ({ uuid, provider })
const rebuildingWith =
  (uuid: string): Maker =>
  () => ({ uuid, provider: makeProvider() })

function say({ uuid, provider }: ReturnType<Maker>): void {
  const detail = Object.freeze({ info: Object.freeze({ ...look, uuid }), provider })
  page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
}
/** A wallet that answers whenever the page asks. */
function install(...makers: readonly Maker[]): void {
  page.addEventListener('eip6963:requestProvider', () => {
    for (const make of makers) say(make())
  })
}
async function start() {
  kernel = createKernel([eip155({ networks: [chain], injected: false })], {
    storage: fakeStorage(),
    logLevel: 'silent',
  })
  await kernel.start()
  kernel.get(Navigation).attach(() => true)
  return kernel
}
/** Longer than discovery waits between two questions. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 250))
const list = () => kernel?.list(Connector).map((connector) => connector.id)
async function openList(): Promise<void> {
  kernel?.get(Navigation).open(route('Connect'))
  await settle()
  kernel?.get(Navigation).close()
}
const ask = () => page.dispatchEvent(new Event('eip6963:requestProvider'))

it.each([
  ['keeps its provider', keeping()],
  ['builds its provider anew', rebuilding],
])('lists a wallet once that %s, however often the page asks', async (_, make) => {
  install(make)
  await start()
  for (let time = 0; time < 5; time += 1) {
    ask()
    await Promise.resolve()
  }
  await settle()
  for (let time = 0; time < 3; time += 1) await openList()
  expect(list()).toEqual([id])
  expect(kernel?.list(Connector)[0]?.restore).toBeTypeOf('function')
})

it('lists it once where it announces itself without being asked', async () => {
  install(rebuilding)
  await start()
  for (let time = 0; time < 5; time += 1) {
    say(rebuilding())
    await settle()
  }
  expect(list()).toEqual([id])
})

it('lists two that come together, and no more of them later', async () => {
  install(rebuilding, rebuilding)
  await start()
  await openList()
  await openList()
  expect(list()).toEqual([`${id}.2`, `${id}.3`])
})

it.each([
  ['keeps its provider', constant('profile')],
  ['builds its provider anew', rebuildingWith('profile')],
  ['keeps its provider and makes a uuid each time', keeping()],
])('lists another profile beside it that comes late and %s', async (_, make) => {
  install(rebuilding)
  await start()
  await settle()
  install(make)
  say(make())
  await settle()
  expect(list()).toEqual([id, `${id}.2`])
  await openList()
  expect(list()).toEqual([id, `${id}.2`])
})

it('lists another profile that speaks first when the list opens', async () => {
  install(rebuilding)
  await start()
  await settle()
  install(constant('profile'))
  await openList()
  expect(list()).toEqual([id, `${id}.2`])
})

it('lists both where a copy answers beside a wallet that comes late', async () => {
  install(rebuilding)
  await start()
  await settle()
  install(rebuilding)
  say(rebuilding())
  await settle()
  expect(list()).toEqual([id, `${id}.2`])
})

it('hides no wallet behind a copy that was announced before it and is silent when asked', async () => {
  await start()
  say({ uuid: 'copy', provider: makeProvider('copy') })
  await settle()
  const real = constant('real')
  install(real)
  say(real())
  await settle()
  expect(list()).toEqual([id, `${id}.2`])
})

it('never puts another provider in the place of one that the person connects', async () => {
  const own = makeProvider()
  install(constant('own', own))
  const { get } = await start()
  await settle()
  const connecting = get(Session).connect({ connectorId: id })
  const other = makeProvider('copy')
  install(rebuilding, keeping(other))
  say({ uuid: 'another', provider: other })
  await connecting
  await openList()
  expect(own.asked).toContain('eth_requestAccounts')
  expect(other.asked).toEqual([])
  expect(get(Session).provider({ namespace: 'eip155' })).toMatchObject({})
  await kernel
    ?.list(Connector)[0]
    ?.connect({ networks: [chain] } as never)
    .catch(() => undefined)
  expect(other.asked).toEqual([])
})

it('does not ask without end where a page announces without end', async () => {
  page.addEventListener('eip6963:requestProvider', () => {
    say(rebuilding())
    // Each uuid is repeated with another provider in the next question.
    say({ uuid: `uuid-${made - 1}`, provider: makeProvider() })
  })
  await start()
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const before = questions
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(questions - before).toBe(0)
})
