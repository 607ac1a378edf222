import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { appWith, settle } from '../../../test/appWith.js'
import { fakeAccount, fakeStorage, fakeWallet } from '../../testing/index.js'

const [a, b] = [fakeAccount('eip155:1', '0xa'), fakeAccount('eip155:1', '0xb')]

let page: EventTarget
let sheet: EventTarget & { visibilityState: string }
beforeEach(() => {
  page = new EventTarget()
  sheet = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', sheet)
})
afterEach(() => vi.unstubAllGlobals())

/** The ways in which a page comes back to a person. */
const ways: Record<string, () => void> = {
  'back from the back/forward cache': () =>
    void page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
  'the focus': () => void page.dispatchEvent(new Event('focus')),
  'to the front': () => void sheet.dispatchEvent(new Event('visibilitychange')),
}

const makeWallet = (id = 'one', restore: 'approve' | (() => unknown) = 'approve') =>
  fakeWallet({
    id,
    accounts: [a],
    networks: { eip155: 'eip155:1' },
    answers: { connect: 'approve', restore, disconnect: 'approve', switchNetwork: 'approve' },
  })

async function started(wallet: ReturnType<typeof fakeWallet>, refresh?: () => Promise<void>) {
  const { connector } = wallet
  const connect: typeof connector.connect = async (request) => ({
    ...(await connector.connect(request)),
    ...(refresh ? { refresh } : {}),
  })
  const app = appWith({ wallets: [{ connector: { ...connector, connect } }], storage: fakeStorage() })
  await app.kernel.start()
  await app.session.connect({ connectorId: 'one' })
  await settle()
  return app
}

describe.each(Object.entries(ways))('a page that gets %s', (_, come) => {
  it('shows the account that the wallet moved to meanwhile', async () => {
    const wallet = makeWallet()
    const app = await started(wallet, async () => wallet.report({ accounts: [b] }))
    expect(app.address('eip155')).toBe('0xa')
    come()
    await settle()
    expect(app.address('eip155')).toBe('0xb')
    await app.kernel.dispose()
  })

  it('takes up a wallet that was locked, quietly, and not one that the person disconnected', async () => {
    const wallet = makeWallet()
    const app = await started(wallet)
    wallet.report({ accounts: [] })
    wallet.report({ accounts: [a] })
    const statuses = new Set<string>()
    const asked = wallet.asked.length
    come()
    statuses.add(JSON.stringify(app.statuses()))
    await settle()
    expect([...statuses]).toEqual(['{"eip155":"disconnected"}'])
    expect([wallet.asked.slice(asked), app.address('eip155')]).toEqual([['restore'], '0xa'])
    await app.session.disconnect()
    app.clock.advance(2_000)
    come()
    await settle()
    expect([app.address('eip155'), wallet.asked.at(-1)]).toEqual([undefined, 'disconnect'])
    await app.kernel.dispose()
  })

  it('goes on with what it knows when a wallet can’t be asked', async () => {
    const wallet = makeWallet()
    const app = await started(wallet, () => Promise.reject(new Error('The wallet is gone.')))
    come()
    await settle()
    expect(app.address('eip155')).toBe('0xa')
    await app.kernel.dispose()
  })
})

it('asks no more than once a second, not while the page is hidden, and no wallet that isn’t in this browser', async () => {
  const refresh = vi.fn(async () => {})
  const wallet = makeWallet()
  const app = await started(wallet, refresh)
  for (let index = 0; index < 20; index += 1) ways['the focus']?.()
  expect(refresh).toHaveBeenCalledTimes(1)
  sheet.visibilityState = 'hidden'
  app.clock.advance(1_000)
  ways['to the front']?.()
  expect(refresh).toHaveBeenCalledTimes(1)
  sheet.visibilityState = 'visible'
  ways['to the front']?.()
  expect(refresh).toHaveBeenCalledTimes(2)
  await app.kernel.dispose()
  app.clock.advance(1_000)
  ways['the focus']?.()
  expect(refresh).toHaveBeenCalledTimes(2)
})

it('does not load the code of a wallet elsewhere for the question', async () => {
  const wallet = makeWallet()
  Object.assign(wallet.connector, { readiness: () => 'loadable' })
  const app = await started(wallet)
  wallet.report({ ended: {} })
  const asked = wallet.asked.length
  ways['the focus']?.()
  await settle()
  expect(wallet.asked).toHaveLength(asked)
  await app.kernel.dispose()
})

it('asks no wallet again whose earlier session could not be taken up: it could prompt the person', async () => {
  const wallet = makeWallet('one', () => Promise.reject(new Error('The window was closed.')))
  const stored = { connections: [{ connectorId: 'one', namespaces: ['eip155'] }], active: {} }
  const storage = fakeStorage({ 'latchkey:session': JSON.stringify(stored) })
  const app = appWith({ wallets: [wallet], storage })
  await app.kernel.start()
  await settle()
  expect(wallet.asked).toEqual(['restore'])
  ways['the focus']?.()
  await settle()
  expect(wallet.asked).toEqual(['restore'])
  await app.kernel.dispose()
})
