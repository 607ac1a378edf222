// The real client libraries on both sides, over the local relay.
import { type Hex, verifyMessage } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  anvil,
  type Bench,
  type Device,
  ethereum,
  newDevice,
  type Page,
  signingMethods,
  startBench,
} from '../test/startBench.js'

const patience = { timeout: 40_000 }
const day = 86_400_000
const approve = { proposal: 'approve', request: 'approve' } as const
const approveSigning = { proposal: { approve: { methods: signingMethods } }, request: 'approve' } as const

let bench: Bench | undefined
afterEach(async () => {
  vi.useRealTimers()
  await bench?.stop()
  bench = undefined
})

async function started(policies: NonNullable<Parameters<typeof startBench>[0]>['policies'] = approve) {
  bench = await startBench({ policies })
  return bench
}

async function connected(device = newDevice(), policies?: Parameters<typeof started>[0]) {
  const running = await started(policies)
  const page = await running.open(device, ['eip155'])
  await page.connect(running.wallet.pair)
  const [session] = running.wallet.sessions
  return { ...running, page, topic: session?.topic ?? '' }
}

async function expectSignature(page: Page): Promise<void> {
  const { address, signature } = await page.sign('eip155', 'hi')
  const sound = await verifyMessage({ address: address as Hex, message: 'hi', signature: signature as Hex })
  expect(sound).toBe(true)
}

/** Shows a code that nobody scans, and gives up. */
async function showCode(page: Page): Promise<void> {
  const leaving = new AbortController()
  const shown = page.uris.length
  const attempt = page.connect(undefined, leaving.signal)
  await expect.poll(() => page.uris.length, patience).toBe(shown + 1)
  leaving.abort()
  await expect(attempt).rejects.toThrow()
}

/** What the client library keeps of one kind. */
async function storedBy({ clientStorage }: Device, kind: string): Promise<unknown> {
  const entries = await clientStorage.getEntries()
  return entries.find(([key]) => key.endsWith(`//${kind}`))?.[1]
}

const requests = ({ wallet }: Pick<Bench, 'wallet'>) =>
  wallet.answers.filter(({ kind }) => kind === 'request')
const storedSession = ({ kernelStorage }: Device) => {
  const [, text] = [...kernelStorage].find(([key]) => key.endsWith('pairing.session')) ?? []
  const [session] = text === undefined ? [] : (JSON.parse(text) as { topic: string; expiry: number }[])
  return session
}

describe('a relay that goes away', () => {
  it.each(['keep', 'lose'] as const)('is restarted under a session, its memory: %s', async (state) => {
    const { page, relay, wallet } = await connected()
    await relay.restart(state)
    await expectSignature(page)
    await expect.poll(() => requests({ wallet })).toHaveLength(1)
  })

  it('is away for a minute while a signature is asked for, which then comes once', async () => {
    const { page, relay, wallet, advance } = await connected()
    await relay.pause()
    const asked = page.sign('eip155', 'hi')
    advance(60_000)
    await relay.resume()
    await asked
    await expect.poll(() => requests({ wallet })).toHaveLength(1)
    expect(page.session.activeConnection('eip155')?.connectorId).toBe('walletConnect')
  })
})

describe('a session', () => {
  it('lasts as long as the wallet extends it, also after a reload', async () => {
    const device = newDevice()
    const { page, wallet, topic, open, advance } = await connected(device)
    const before = storedSession(device)?.expiry ?? 0
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
    await wallet.extend(topic)
    await expect.poll(() => storedSession(device)?.expiry, patience).toBeGreaterThan(before)
    vi.useRealTimers()
    await page.kernel.dispose()
    advance(before * 1000 - Date.now() + 1_000)
    const again = await open(device, ['eip155'])
    await expect
      .poll(() => again.session.activeConnection('eip155')?.connectorId, patience)
      .toBe('walletConnect')
  })

  it('runs out on an open page', async () => {
    const device = newDevice()
    const { page } = await connected(device)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * day })
    await expect.poll(() => page.session.state.connections, patience).toEqual([])
    expect(storedSession(device)).toBeUndefined()
  })

  it('that ran out while the page was closed is forgotten without opening the client', async () => {
    const device = newDevice()
    const { page, relay, open } = await connected(device)
    await page.kernel.dispose()
    const { accepted } = relay.stats()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * day })
    const again = await open(device, ['eip155'])
    await expect.poll(() => again.session.state.restored).toBe(true)
    expect(again.session.state.connections).toEqual([])
    expect(storedSession(device)).toBeUndefined()
    expect(relay.stats().accepted).toBe(accepted)
  })

  it('shrinks when the wallet takes a network away, and ends with the last account', async () => {
    const { page, wallet, topic } = await connected(newDevice(), approveSigning)
    const [session] = wallet.sessions
    const granted = session?.namespaces['eip155']
    if (!granted) throw new Error('The session has no EVM part.')
    const only = granted.accounts.filter((account) => account.startsWith(`${anvil}:`))
    await wallet.update(topic, { eip155: { ...granted, chains: [anvil], accounts: only } })
    await expect.poll(() => page.session.activeConnection('eip155')?.networks).toEqual({ eip155: anvil })
    expect(page.session.activeConnection('eip155')?.approvedNetworks).toEqual({ eip155: [anvil] })
    const elsewhere = {
      ...granted,
      chains: ['eip155:5'],
      accounts: ['eip155:5:0x0000000000000000000000000000000000000bad!'],
    }
    await wallet.update(topic, { eip155: elsewhere })
    await expect.poll(() => page.session.state.connections).toEqual([])
  })
})

describe('a reload', () => {
  it('in the middle of pairing leaves nothing of the old code', async () => {
    const { open, wallet } = await started({ proposal: 'queue', request: 'approve' })
    const device = newDevice()
    const page = await open(device, ['eip155'])
    const attempt = page.connect((uri) => void wallet.pair(uri)).catch(() => undefined)
    const proposal = await wallet.next('proposal')
    await page.kernel.dispose()
    await attempt
    // The wallet's library waits for the app, which is gone.
    proposal.approve().catch(() => undefined)
    const again = await open(device, ['eip155'])
    await expect.poll(() => again.session.state.restored).toBe(true)
    expect(again.session.state.connections).toEqual([])
    wallet.setPolicies({ proposal: 'approve' })
    await again.connect(wallet.pair)
    expect(again.uris[0]).not.toBe(page.uris[0])
    await expectSignature(again)
    expect(again.session.state.connections).toHaveLength(1)
  })

  it('in the middle of a request asks nothing twice, and the late answer harms nothing', async () => {
    const device = newDevice()
    const { page, wallet, open } = await connected(device, { proposal: 'approve', request: 'queue' })
    const asked = page.sign('eip155', 'before').catch((error: unknown) => error)
    const waiting = await wallet.next('request')
    await page.kernel.dispose()
    expect(await asked).toBeInstanceOf(Error)
    const again = await open(device, ['eip155'])
    await expect
      .poll(() => again.session.activeConnection('eip155')?.connectorId, patience)
      .toBe('walletConnect')
    await waiting.approve()
    wallet.setPolicies({ request: 'approve' })
    await expectSignature(again)
    await expect.poll(() => requests({ wallet })).toHaveLength(2)
  })
})

describe('two tabs', () => {
  it('share the session, and each gets its own answers once', async () => {
    const device = newDevice()
    const { page, wallet, open } = await connected(device)
    const other = await open(device, ['eip155'])
    await expect
      .poll(() => other.session.activeConnection('eip155')?.connectorId, patience)
      .toBe('walletConnect')
    await Promise.all([expectSignature(page), expectSignature(other), expectSignature(page)])
    await expect.poll(() => requests({ wallet })).toHaveLength(3)
    expect(new Set(requests({ wallet }).map(({ id }) => id)).size).toBe(3)
  })

  it('end together, whichever ends it', async () => {
    const device = newDevice()
    const { page, wallet, open } = await connected(device)
    const other = await open(device, ['eip155'])
    await expect
      .poll(() => other.session.activeConnection('eip155')?.connectorId, patience)
      .toBe('walletConnect')
    await other.session.disconnect()
    expect(page.session.state.connections).toEqual([])
    await expect(page.sign('eip155', 'hi')).rejects.toThrow('Not connected')
    await expect.poll(() => wallet.sessions).toEqual([])
  })

  it('keep the session of one in what the other writes, whose client was open before', async () => {
    const device = newDevice()
    const { open, wallet } = await started()
    const other = await open(device, ['eip155'])
    await showCode(other)
    // Asleep, so that it hears nothing of what another tab does.
    device.tabs.clear()
    const page = await open(device, ['eip155'])
    await page.connect(wallet.pair)
    await showCode(other)
    await page.kernel.dispose()
    await other.kernel.dispose()

    const again = await open(device, ['eip155'])
    await expect
      .poll(() => again.session.activeConnection('eip155')?.connectorId, patience)
      .toBe('walletConnect')
    await expectSignature(again)
    await expect.poll(() => requests({ wallet })).toHaveLength(1)
    await again.session.disconnect()
    await expect.poll(() => wallet.sessions).toEqual([])
  })

  it('connect together: one that shows a code takes up what another connected', async () => {
    const device = newDevice()
    const { open, wallet } = await started()
    const other = await open(device, ['eip155'])
    const attempt = other.connect()
    await expect.poll(() => other.uris.length, patience).toBe(1)
    const page = await open(device, ['eip155'])
    await page.connect(wallet.pair)
    await attempt
    await Promise.all([expectSignature(other), expectSignature(page)])
    expect(wallet.sessions).toHaveLength(1)
  })

  it('connect again together after one of them ended it', async () => {
    const device = newDevice()
    const { page, open, wallet } = await connected(device)
    const other = await open(device, ['eip155'])
    await expect
      .poll(() => other.session.activeConnection('eip155')?.connectorId, patience)
      .toBe('walletConnect')
    await page.session.disconnect()
    await page.connect(wallet.pair)
    await expect
      .poll(() => other.session.activeConnection('eip155')?.connectorId, patience)
      .toBe('walletConnect')
    await Promise.all([expectSignature(other), expectSignature(page)])
    await expect.poll(() => wallet.sessions).toHaveLength(1)
  })

  it('live on when one of them is closed', async () => {
    const device = newDevice()
    const { page, open } = await connected(device)
    const other = await open(device, ['eip155'])
    await expect
      .poll(() => other.session.activeConnection('eip155')?.connectorId, patience)
      .toBe('walletConnect')
    await other.kernel.dispose()
    await expectSignature(page)
  })

  it('do not bring back what one of them ended', async () => {
    const device = newDevice()
    const { page, wallet, open } = await connected(device)
    const other = await open(device, ['eip155'])
    await expect
      .poll(() => other.session.activeConnection('eip155')?.connectorId, patience)
      .toBe('walletConnect')
    await page.session.disconnect()
    await expect.poll(() => wallet.sessions).toEqual([])
    await showCode(other)
    expect(await storedBy(device, 'session')).toEqual([])
  })

  it('follow the wallet together when it ends the session', async () => {
    const device = newDevice()
    const { page, wallet, open, topic } = await connected(device)
    const other = await open(device, ['eip155'])
    await expect
      .poll(() => other.session.activeConnection('eip155')?.connectorId, patience)
      .toBe('walletConnect')
    await wallet.disconnect(topic)
    await expect.poll(() => page.session.state.connections).toEqual([])
    await expect.poll(() => other.session.state.connections).toEqual([])
  })
})

describe('a hostile wallet', () => {
  const script = '<img src=x onerror=alert(1)>'

  it('is known by a name that is short', async () => {
    bench = await startBench({ policies: approve, name: script + 'x'.repeat(50_000) })
    const page = await bench.open(newDevice(), ['eip155', 'solana'])
    await page.connect(bench.wallet.pair)
    const wallet = page.session.provider({ namespace: 'solana' }) as { readonly name: string }
    expect(wallet.name).toBe((script + 'x'.repeat(60)).slice(0, 60))
  })

  it('updates to what cannot be read, which is ignored, and what it says later is not', async () => {
    const { page, wallet, topic } = await connected()
    const [session] = wallet.sessions
    const granted = session?.namespaces['eip155']
    if (!granted) throw new Error('The session has no EVM part.')
    const endless = { ...granted, methods: [...granted.methods, 'x'.repeat(1_000)] }
    await wallet.update(topic, { eip155: endless })
    await wallet.emit(topic, { name: 'chainChanged', data: 31337 }, anvil)
    await expect.poll(() => page.session.activeConnection('eip155')?.networks).toEqual({ eip155: anvil })
    await expectSignature(page)
  })

  it('adds namespaces and chains nobody asked for, which change nothing', async () => {
    const { page, wallet, topic } = await connected(newDevice(), approveSigning)
    const [session] = wallet.sessions
    const granted = session?.namespaces['eip155']
    if (!granted) throw new Error('The session has no EVM part.')
    const before = page.session.activeConnection('eip155')?.accounts
    const accounts = [...granted.accounts, 'eip155:5:0x00000000000000000000000000000000000000ff']
    const cosmos = { accounts: [`cosmos:x:${'a'.repeat(50)}`], methods: [script], events: [script] }
    await wallet.update(topic, { eip155: { ...granted, accounts }, cosmos })
    await expect
      .poll(() => page.session.activeConnection('eip155')?.approvedNetworks?.eip155)
      .toContain('eip155:5')
    expect(page.session.activeConnection('eip155')?.namespaces).toEqual(['eip155'])
    expect(page.session.activeConnection('eip155')?.accounts[0]).toEqual(before?.[0])
    await expectSignature(page)
  })

  it.each([
    ['chainChanged', { evil: true }],
    ['chainChanged', script],
    ['chainChanged', -1],
    ['chainChanged', 'solana:x'],
    ['accountsChanged', script],
    ['accountsChanged', [null, script]],
    ['accountsChanged', [{ address: 'x'.repeat(10_000) }]],
    ['accountsChanged', ['eip155:1:0x00000000000000000000000000000000000000ff']],
  ])('sends %s with %j, which gives the app no account and no network of its making', async (name, data) => {
    const { page, wallet, topic } = await connected()
    const before = page.session.activeConnection('eip155')
    await wallet.emit(topic, { name, data }, ethereum)
    await expectSignature(page)
    const after = page.session.activeConnection('eip155')
    expect(after?.accounts).toEqual(before?.accounts)
    expect(after?.networks).toEqual(before?.networks)
  })
})
