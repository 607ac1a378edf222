import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { startEvm } from '@latchkey/devstack/evm'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { type Bundler, bundlers, type Candidate, candidates, serveApps } from './connectApps.js'

/**
 * One job for ours and for the floor, interleaved in one run: render a Connect button, open, list an announced
 * wallet, connect it, show the address. Prints medians and the ratio to the floor.
 * `tsx connectJob.ts [runs] [vite|esbuild]`, default 9 and vite.
 */
/** The runner of this script names functions by a helper, which functions sent into a page must find there. */
const keepNames = 'globalThis.__name ??= (target) => target'
const runs = Number(process.argv[2] ?? 9)
const bundler = bundlers.find((name) => name === process.argv[3]) ?? ('vite' satisfies Bundler)

interface Sample {
  readonly initial: number
  readonly total: number
  readonly clickable: number
  /** Processor milliseconds of the main thread until the button is there: other processes do not count. */
  readonly work: number
  readonly listed: number
  readonly settled: number
  readonly connected: number
}

/** A wallet that answers from memory: the bench measures the page, not a wallet. */
function announceWallets({
  count,
  address,
  rpcUrl,
}: {
  count: number
  address: string
  rpcUrl: string
}): void {
  Object.assign(window, { __bench: { rpcUrl } })
  const wallets = Array.from({ length: count }, (_, index) => ({
    info: Object.freeze({
      uuid: crypto.randomUUID(),
      name: `Wallet ${index + 1}`,
      icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
      rdns: `dev.bench.wallet${index + 1}`,
    }),
    provider: {
      request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x7a69' : [address]),
      on() {},
      removeListener() {},
    },
  }))
  const announce = () => {
    for (const wallet of wallets) {
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze(wallet) }))
    }
  }
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

const chain = await startEvm()
const address = chain.accounts[0]?.address.toLowerCase() as string
const server = await serveApps(bundler)
const executablePath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
)
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--enable-precise-memory-info'],
})

interface Opened {
  readonly page: Page
  readonly client: CDPSession
  readonly scripts: number[]
  close(): Promise<void>
}

async function open(instance: Browser, name: Candidate, count = 1): Promise<Opened> {
  const context = await instance.newContext()
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.addInitScript({ content: keepNames })
  await page.addInitScript(announceWallets, { count, address, rpcUrl: chain.url })
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[data-testid="connect-button"]')) return
      performance.mark('clickable')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  const scripts: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(Number(response.headers()['content-length'] ?? 0))
  })
  await page.goto(`${server.url}/${name}/`, { waitUntil: 'load' })
  await page.waitForFunction(() => performance.getEntriesByName('clickable').length > 0)
  return { page, client, scripts, close: () => context.close() }
}

/** Processor time the page's main thread has taken, milliseconds. */
async function processorTime(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}

/**
 * Clicks inside the page and waits, frame by frame. Milliseconds until what is wanted is there, and until nothing
 * moves any more.
 */
function click(page: Page, target: 'button' | 'wallet'): Promise<{ shown: number; settled: number }> {
  return page.evaluate(
    (target) =>
      new Promise<{ shown: number; settled: number }>((resolve) => {
        const wallet = () =>
          [...document.querySelectorAll<HTMLElement>('[role="dialog"] button, dialog button')].find((node) =>
            /Wallet 1(?!\d)/.test(node.textContent ?? ''),
          )
        const button = document.querySelector<HTMLElement>('[data-testid="connect-button"]')
        const isThere = () =>
          target === 'button'
            ? wallet() !== undefined
            : /^0x/.test(document.querySelector('#address')?.textContent ?? '')
        const isStill = () =>
          document
            .getAnimations()
            .every(
              (animation) =>
                animation.playState !== 'running' ||
                animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
            )
        let shown: number | undefined
        const started = performance.now()
        ;(target === 'button' ? button : wallet())?.click()
        const look = () => {
          if (isThere()) shown ??= performance.now() - started
          if (shown !== undefined && isStill()) resolve({ shown, settled: performance.now() - started })
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    target,
  )
}

async function sample(name: Candidate): Promise<Sample> {
  const { page, client, scripts, close } = await open(browser, name)
  const work = await processorTime(client)
  const clickable = await page.evaluate(() => performance.getEntriesByName('clickable')[0]?.startTime ?? 0)
  const initial = scripts.reduce((sum, size) => sum + size, 0) / 1000
  // As a person would: not in the first millisecond. Idle prefetching has had its turn.
  await page.waitForTimeout(500)
  const { shown: listed, settled } = await click(page, 'button')
  const { shown: connected } = await click(page, 'wallet')
  await page.waitForTimeout(300)
  const total = scripts.reduce((sum, size) => sum + size, 0) / 1000
  await close()
  return { initial, total, clickable, work, listed, settled, connected }
}

/** 4× slower processor, slow 4G: from navigation to the list on screen, clicking as soon as there is a button. */
async function mobile(name: Candidate): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  })
  await page.addInitScript({ content: keepNames })
  await page.addInitScript(announceWallets, { count: 1, address, rpcUrl: chain.url })
  await page.addInitScript(() => {
    let clicked = false
    new MutationObserver(() => {
      const button = document.querySelector<HTMLElement>('[data-testid="connect-button"]')
      if (button && !clicked) {
        clicked = true
        button.click()
      }
      const rows = [...document.querySelectorAll('[role="dialog"] button, dialog button')]
      if (rows.some((row) => /Wallet 1(?!\d)/.test(row.textContent ?? ''))) performance.mark('listed')
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${server.url}/${name}/`)
  await page.waitForFunction(() => performance.getEntriesByName('listed').length > 0)
  const listed = await page.evaluate(() => performance.getEntriesByName('listed')[0]?.startTime ?? 0)
  await context.close()
  return listed
}

interface Crowd {
  readonly clickable: number
  readonly listed: number
  readonly settled: number
  /** Processor milliseconds from the click until nothing moves. */
  readonly work: number
}

async function manyWallets(name: Candidate): Promise<Crowd> {
  const { page, client, close } = await open(browser, name, 500)
  const clickable = await page.evaluate(() => performance.getEntriesByName('clickable')[0]?.startTime ?? 0)
  await page.waitForTimeout(500)
  const before = await processorTime(client)
  const { shown: listed, settled } = await click(page, 'button')
  const work = (await processorTime(client)) - before
  await close()
  return { clickable, listed, settled, work }
}

/** What one open and close leaves behind, over fifty of them after five to warm up. */
async function leak(name: Candidate): Promise<{ nodes: number; listeners: number }> {
  const { page, client, close } = await open(browser, name)
  const cycle = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      await click(page, 'button')
      if (name === 'floor') await page.getByText('Close').click()
      else await page.keyboard.press('Escape')
      await page.waitForFunction(() => !document.querySelector('[role="dialog"], dialog[open]'))
    }
  }
  const count = async () => {
    await client.send('HeapProfiler.collectGarbage')
    return client.send('Memory.getDOMCounters')
  }
  await cycle(5)
  const before = await count()
  await cycle(50)
  const after = await count()
  await close()
  return {
    nodes: (after.nodes - before.nodes) / 50,
    listeners: (after.jsEventListeners - before.jsEventListeners) / 50,
  }
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

const samples = new Map<Candidate, Sample[]>(candidates.map((name) => [name, []]))
const mobiles = new Map<Candidate, number[]>(candidates.map((name) => [name, []]))
const crowds = new Map<Candidate, Crowd[]>(candidates.map((name) => [name, []]))
for (let run = 0; run < runs; run += 1) {
  for (const name of candidates) {
    samples.get(name)?.push(await sample(name))
    mobiles.get(name)?.push(await mobile(name))
    crowds.get(name)?.push(await manyWallets(name))
  }
}

const of = (name: Candidate, key: keyof Sample) =>
  median((samples.get(name) as Sample[]).map((entry) => entry[key]))
const ofCrowd = (name: Candidate, key: keyof Crowd) =>
  median((crowds.get(name) as Crowd[]).map((entry) => entry[key]))
const slow = (name: Candidate) => median(mobiles.get(name) as number[])
const times = (own: number, floor: number) => `${Math.round(own)} (${(own / floor).toFixed(2)})`
const table = (rows: readonly (readonly string[])[]) => {
  for (const [index, row] of rows.entries()) {
    console.log(`| ${row.join(' | ')} |`)
    if (index === 0) console.log(`|${row.map((_, column) => (column === 0 ? '---|' : '--:|')).join('')}`)
  }
  console.log()
}

const leaks = new Map<Candidate, { nodes: number; listeners: number }>()
for (const name of candidates) leaks.set(name, await leak(name))
console.log(`${bundler}, ${runs} runs, load ${loadavg()[0]?.toFixed(1)}\n`)
table([
  [
    'Candidate',
    'initial JS kB',
    'JS by connected kB',
    'clickable ms (×)',
    'processor until then ms (×)',
    'mobile: list ms (×)',
    'click → list ms',
    'click → still ms',
    'wallet → address ms',
    'leak: nodes, listeners',
  ],
  ...candidates.map((name) => [
    name,
    of(name, 'initial').toFixed(1),
    of(name, 'total').toFixed(1),
    times(of(name, 'clickable'), of('floor', 'clickable')),
    times(of(name, 'work'), of('floor', 'work')),
    times(slow(name), slow('floor')),
    of(name, 'listed').toFixed(0),
    of(name, 'settled').toFixed(0),
    of(name, 'connected').toFixed(0),
    `${leaks.get(name)?.nodes.toFixed(1)}, ${leaks.get(name)?.listeners.toFixed(1)}`,
  ]),
])
table([
  ['500 wallets', 'clickable ms', 'click → list ms', 'click → still ms', 'processor ms'],
  ...candidates.map((name) => [
    name,
    times(ofCrowd(name, 'clickable'), ofCrowd('floor', 'clickable')),
    ofCrowd(name, 'listed').toFixed(0),
    ofCrowd(name, 'settled').toFixed(0),
    ofCrowd(name, 'work').toFixed(0),
  ]),
])
await browser.close()
server.stop()
await chain.stop()
