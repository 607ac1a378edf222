import type { Browser, CDPSession, Page } from 'playwright'
import type { Candidate } from './candidates.js'
import { announceWallets, installEyes, pressAtOnce } from './page.js'

/** The runner of this script names functions by a helper, which functions sent into a page must find there. */
const keepNames = 'globalThis.__name ??= (target) => target'

export interface Sample {
  /** Gzip kilobytes of scripts that have come once the account is there. */
  readonly total: number
  readonly clickable: number
  /** Processor milliseconds of the main thread until the page has been idle for a moment: other processes do not count. */
  readonly work: number
  readonly listed: number
  readonly settled: number
  readonly connected: number
}

/** Where the job is done. */
export interface Place {
  readonly browser: Browser
  /** Serves each candidate under its name. */
  readonly url: string
  readonly rpcUrl: string
  /** The account of the wallets, in lower case. */
  readonly address: string
}

interface Opened {
  readonly page: Page
  readonly client: CDPSession
  close(): Promise<void>
}

/** A page of a new profile, before it goes anywhere. */
async function newPage(
  { browser, rpcUrl, address }: Place,
  { button }: Candidate,
  count: number,
  viewport = { width: 1280, height: 720 },
) {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  // What other libraries ask of the internet is not part of the job.
  await page.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => route.abort(),
  )
  await page.addInitScript({ content: keepNames })
  await page.addInitScript(announceWallets, { count, address, rpcUrl })
  await page.addInitScript(installEyes, button)
  return { page, client, close: () => context.close() }
}

async function open(place: Place, candidate: Candidate, count = 1): Promise<Opened> {
  const opened = await newPage(place, candidate, count)
  const { page, client } = opened
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(`${place.url}/${candidate.name}/`, { waitUntil: 'load' })
  await page.waitForFunction(() => performance.getEntriesByName('clickable').length > 0)
  return opened
}

/** Gzip kilobytes of scripts that have come. */
function scriptSize(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter((entry) => /\.m?js$/.test(entry.name))
        .reduce((sum, entry) => sum + entry.encodedBodySize, 0) / 1000,
  )
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
        const { button, wallet, isListed, isConnected } = window.__eyes
        const isThere = target === 'button' ? isListed : isConnected
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
        ;(target === 'button' ? button() : wallet())?.click()
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

export async function sample(place: Place, candidate: Candidate): Promise<Sample> {
  const { page, client, close } = await open(place, candidate)
  const clickable = await page.evaluate(() => performance.getEntriesByName('clickable')[0]?.startTime ?? 0)
  // As a person would: not in the first millisecond.
  await page.waitForTimeout(500)
  const work = await processorTime(client)
  const { shown: listed, settled } = await click(page, 'button')
  const { shown: connected } = await click(page, 'wallet')
  await page.waitForTimeout(300)
  const total = await scriptSize(page)
  await close()
  return { total, clickable, work, listed, settled, connected }
}

/** From navigation to the list on screen, pressing in the first frame that can be pressed. */
export async function firstClick(
  place: Place,
  candidate: Candidate,
  { isPhone }: { readonly isPhone: boolean },
): Promise<number> {
  const phone = { width: 360, height: 740 }
  const { page, client, close } = await newPage(place, candidate, 1, isPhone ? phone : undefined)
  if (isPhone) {
    // A processor four times slower, and slow 4G.
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (750 * 1024) / 8,
    })
  }
  await page.addInitScript(pressAtOnce)
  // Told by the page: to look from outside would put the test library's own script into it while it works, some 60 ms.
  const told = page.waitForEvent('console', (message) => message.text() === 'listed')
  await page.goto(`${place.url}/${candidate.name}/`, { waitUntil: 'commit' })
  await told
  const listed = await page.evaluate(() => performance.getEntriesByName('listed')[0]?.startTime ?? 0)
  await close()
  return listed
}

export interface Crowd {
  readonly clickable: number
  readonly listed: number
  readonly settled: number
  /** Processor milliseconds from the click until nothing moves. */
  readonly work: number
}

export async function manyWallets(place: Place, candidate: Candidate): Promise<Crowd> {
  const { page, client, close } = await open(place, candidate, 500)
  const clickable = await page.evaluate(() => performance.getEntriesByName('clickable')[0]?.startTime ?? 0)
  await page.waitForTimeout(500)
  const before = await processorTime(client)
  const { shown: listed, settled } = await click(page, 'button')
  const work = (await processorTime(client)) - before
  await close()
  return { clickable, listed, settled, work }
}

export interface Leak {
  readonly nodes: number
  readonly listeners: number
}

/** What one open and close leaves behind, over fifty of them after five to warm up. */
export async function leak(place: Place, candidate: Candidate): Promise<Leak> {
  const { page, client, close } = await open(place, candidate)
  const cycle = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      await click(page, 'button')
      if (candidate.name === 'floor') await page.getByText('Close').click()
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
