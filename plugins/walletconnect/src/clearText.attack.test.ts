// A relay that speaks in the clear, at every moment of a pairing and a session. What it says is a ping, which changes
// nothing: the app must neither answer it nor keep it.
import { afterEach, describe, expect, it } from 'vitest'
import { type Bench, type Device, newDevice, type Page, startBench } from '../test/startBench.js'

const patience = { timeout: 40_000 }
/** The library's tags for an answer to a ping: of a session, and of a pairing. */
const answers: readonly number[] = [1115, 1003]

let bench: Bench | undefined
afterEach(async () => {
  await bench?.stop()
  bench = undefined
})

const nextId = ((last) => () => {
  last += 1
  return last
})(Date.now() * 1_000)

/** A ping that nobody encrypted, as each type of envelope says it would be read. */
function pings(method: string): string[] {
  const ping = () => Buffer.from(JSON.stringify({ id: nextId(), jsonrpc: '2.0', method, params: {} }))
  const typed = [0, 1, 2, 3, 255].map((type) =>
    Buffer.concat([Buffer.from([type]), ping()]).toString('base64'),
  )
  return [...typed, ping().toString('base64'), ping().toString('utf8')]
}

interface Running extends Bench {
  readonly page: Page
  readonly device: Device
}

async function start(policies: Parameters<typeof startBench>[0] = {}): Promise<Running> {
  const started = await startBench(policies)
  bench = started
  const device = newDevice()
  return { ...started, device, page: await started.open(device, ['eip155']) }
}

/** All topics that the page listens to: those it has a key of. */
function topicsOf({ device }: Running): string[] {
  const [, keys] = [...device.clientStorage.entries].find(([name]) => name.endsWith('keychain')) ?? []
  return Object.keys(keys as object).filter((name) => /^[0-9a-f]{64}$/.test(name))
}

/** The relay's name for the page, which sends the first message of all. */
const pageOf = ({ relay }: Bench) => relay.published()[0]?.publisher ?? ''

/** What must not change, and what the page has sent. */
const stateOf = ({ page, wallet }: Running) => ({
  connection: JSON.stringify(page.session.state.connections),
  account: page.session.activeAccount('eip155')?.address,
  sessions: wallet.sessions.map(({ topic }) => topic),
  waiting: wallet.pending.map(({ id }) => id),
  answers: wallet.answers.length,
})

async function speakInTheClear(running: Running): Promise<void> {
  const before = stateOf(running)
  const { relay, device } = running
  const delivered = () => Object.values(relay.stats().delivered).reduce((sum, count) => sum + count, 0)
  const start = delivered()
  const topics = topicsOf(running)
  expect(topics.length).toBeGreaterThan(0)
  const to = pageOf(running)
  const speak = () => {
    for (const topic of topics) {
      for (const [method, tag] of [
        ['wc_sessionPing', 1114],
        ['wc_pairingPing', 1002],
      ] as const) {
        for (const message of pings(method)) relay.inject({ topic, message, tag, to })
      }
    }
    return delivered() - start
  }
  // A page whose socket is being opened anew hears nothing: it's spoken to again.
  await expect.poll(speak, { ...patience, interval: 500 }).toBeGreaterThan(0)
  // What the page would say to a ping, it says at once; its next message is a sign that it read all before.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(relay.published().filter(({ tag }) => answers.includes(tag))).toEqual([])
  expect(stateOf(running)).toEqual(before)
  const kept = JSON.stringify([...device.clientStorage.entries])
  expect(kept).not.toContain('_pairingPing')
  expect(kept).not.toContain('_sessionPing')
}

describe('a relay that speaks in the clear is not heard', () => {
  it('while a pairing waits for a wallet', async () => {
    const running = await start()
    const { page, wallet } = running
    let connecting: Promise<unknown> = Promise.resolve()
    const uri = await new Promise<string>((resolve) => {
      connecting = page.connect(resolve)
    })
    await speakInTheClear(running)
    await wallet.pair(uri)
    await connecting
    expect(page.session.state.connections).toHaveLength(1)
  })

  it('while the wallet decides on the proposal', async () => {
    const running = await start({ policies: { proposal: 'queue', request: 'approve' } })
    const { page, wallet } = running
    const connecting = page.connect(wallet.pair)
    const proposal = await wallet.next('proposal')
    await speakInTheClear(running)
    await proposal.approve()
    await connecting
    expect(page.session.state.connections).toHaveLength(1)
  })

  it('while a session stands, while a request waits, and after a reload', async () => {
    const running = await start({ policies: { proposal: 'approve', request: 'queue' } })
    const { page, wallet } = running
    await page.connect(wallet.pair)
    await speakInTheClear(running)
    const signing = page.sign('eip155', 'hi')
    const waiting = await wallet.next('request')
    await speakInTheClear(running)
    await waiting.approve()
    expect((await signing).signature).toMatch(/^0x[0-9a-f]{130}$/)
    await page.kernel.dispose()
    const again = await running.open(running.device, ['eip155'])
    await expect.poll(() => again.session.state.connections.length, patience).toBe(1)
    await speakInTheClear({ ...running, page: again })
    await again.session.disconnect()
    await expect.poll(() => wallet.sessions, patience).toEqual([])
  })

  it('after the session ended', async () => {
    const running = await start()
    const { page, wallet, relay } = running
    await page.connect(wallet.pair)
    const topic = wallet.sessions[0]?.topic ?? ''
    await page.session.disconnect()
    await expect.poll(() => wallet.sessions, patience).toEqual([])
    const to = pageOf(running)
    for (const message of pings('wc_sessionPing')) relay.inject({ topic, message, tag: 1114, to })
    expect(page.session.state.connections).toEqual([])
    await page.connect(wallet.pair)
    expect(page.session.state.connections).toHaveLength(1)
    await speakInTheClear(running)
  })
})
