// Wallets that come late and tell nobody.
import { createKernel, type Kernel } from '@latchkey/kernel'
import { Connector, route } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import { fakeClock, fakeStorage } from '@latchkey/kernel/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { announcedId } from './announcedId.js'
import { eip155 } from '../eip155.js'

const chain = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://node.invalid'] } },
}
const info = {
  uuid: '350670db-19fa-4704-a166-e52e178b59d2',
  name: 'Late',
  icon: 'data:image/png;base64,AA',
  rdns: 'dev.late',
}

let page: EventTarget & { ethereum?: unknown }
let kernel: Kernel | undefined
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
})
afterEach(async () => {
  await kernel?.dispose()
  vi.unstubAllGlobals()
})

async function start(injected: boolean) {
  kernel = createKernel([eip155({ networks: [chain], injected })], {
    storage: fakeStorage(),
    clock: fakeClock(),
    logLevel: 'silent',
  })
  await kernel.start()
  kernel.get(Navigation).attach(() => true)
  return {
    list: () => kernel?.list(Connector).map(({ id }) => id),
    openList: () => kernel?.get(Navigation).open(route('Connect')),
  }
}

/** A wallet that announces itself (EIP-6963) only when the page asks. */
function install(makeProvider: () => unknown) {
  page.addEventListener('eip6963:requestProvider', () => {
    const detail = Object.freeze({ info, provider: makeProvider() })
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  })
}

const provider = () => ({ request: async () => null, on() {}, removeListener() {} })
const settle = () => new Promise((resolve) => setImmediate(resolve))

it('lists a wallet that came late and told nobody, once the list of wallets opens', async () => {
  const { list, openList } = await start(false)
  const own = provider()
  install(() => own)
  await settle()
  expect(list()).toEqual([])
  openList()
  await settle()
  expect(list()).toEqual([announcedId(info)])
  kernel?.get(Navigation).close()
  openList()
  await settle()
  expect(list()).toEqual([announcedId(info)])
})

it('lists a wallet once that makes a new provider for each question, however often the list opens', async () => {
  install(provider)
  const { list, openList } = await start(false)
  await settle()
  for (let time = 0; time < 3; time += 1) {
    openList()
    await settle()
    kernel?.get(Navigation).close()
  }
  expect(list()).toEqual([announcedId(info)])
})

it('drops the browser’s wallet from the list where the late one is the same', async () => {
  const { list, openList } = await start(true)
  const own = provider()
  install(() => own)
  page.ethereum = own
  openList()
  await settle()
  expect(list()).toEqual([announcedId(info)])
})
