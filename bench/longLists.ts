import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright'
import { build } from 'vite'

/**
 * Long lists in a real browser: how long until the first row, how many frames are dropped while scrolling from end to
 * end, how many elements and how much memory. Beside each, in the same run, the same list with 50 rows and a bare page
 * that scrolls the same way, because the machine is shared. `tsx longLists.ts [runs] [list]`, default 5; prints medians.
 */
const here = dirname(fileURLToPath(import.meta.url))
const runs = Number(process.argv[2] ?? 5)
/** `tokens` or `activity`, to measure one of them alone. */
const only = process.argv[3]
/** What is listed, by the page that lists it, and how many rows issue 5 names. */
const lists = [
  { app: 'tokens', prefix: 'balances', name: 'tokens', counts: [50, 5_000] },
  { app: 'activity', prefix: 'activity', name: 'transactions', counts: [50, 50_000] },
] as const
type List = (typeof lists)[number]
/** Far enough in one frame to see other rows in each, and slow enough that a person could do it. */
const pixelsPerFrame = 120
const frames = 400

interface Sample {
  readonly account: number
  readonly list: number
  /** Milliseconds of the main thread's own processor time per frame of scrolling: other processes do not count. */
  readonly work: number
  readonly dropped: number
  readonly longest: number
  readonly elements: number
  readonly megabytes: number
}

async function buildApp(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-long-lists-'))
  const html = join(here, 'longLists.html')
  writeFileSync(
    html,
    '<!doctype html><link rel="icon" href="data:,"><div id="root"></div><script type="module">import "@latchkey/ui-react/styles.css"; if (location.search.includes("tokens")) import("./apps/tokens.tsx"); else import("./apps/activity.tsx")</script>',
  )
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      root: here,
      build: { outDir: folder, emptyOutDir: true, target: 'es2022', rolldownOptions: { input: html } },
    })
  } finally {
    rmSync(html)
  }
  return folder
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
/** A page that scrolls and does nothing else: what the machine itself drops. */
const bare =
  '<!doctype html><link rel="icon" href="data:,"><div id="list" style="height:420px;overflow:auto"><div style="height:300000px;background:linear-gradient(red,blue)"></div></div>'

async function serve(folder: string): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/bare') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(bare)
      return
    }
    const file = join(folder, pathname === '/' ? 'longLists.html' : pathname)
    if (!existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response
      .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
      .end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

/** Milliseconds from a call in the page until the selector has something that was painted. */
function until(page: Page, action: string, selector: string): Promise<number> {
  return page.evaluate(
    async ([name, wanted]) => {
      const start = performance.now()
      window[name as 'openAccount' | 'openList']()
      while (!document.querySelector(wanted as string)) await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      return performance.now() - start
    },
    [action, selector],
  )
}

type Scrolled = Pick<Sample, 'work' | 'dropped' | 'longest'>

/** Scrolls frame by frame, there and back, and counts the frames that did not come. */
async function scroll(page: Page, selector: string): Promise<Scrolled> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  const before = await busy()
  const gone = await scrollFrames(page, selector)
  return { ...gone, work: ((await busy()) - before) * (1_000 / frames) }
}

function scrollFrames(page: Page, selector: string): Promise<Omit<Scrolled, 'work'>> {
  return page.evaluate(
    async ([wanted, step, count]) => {
      const list = document.querySelector(wanted as string) as HTMLElement
      let direction = 1
      let last = await new Promise(requestAnimationFrame)
      const gaps: number[] = []
      for (let frame = 0; frame < (count as number); frame += 1) {
        const before = list.scrollTop
        list.scrollTop += (step as number) * direction
        if (list.scrollTop === before) direction = -direction
        const now = await new Promise(requestAnimationFrame)
        gaps.push(now - last)
        last = now
      }
      const frameTime = 1_000 / 60
      return {
        dropped: gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / frameTime) - 1), 0),
        longest: Math.max(...gaps),
      }
    },
    [selector, pixelsPerFrame, frames] as const,
  )
}

async function heap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
  return usedSize / 1e6
}

async function measure(browser: Browser, url: string, { app, prefix }: List, count: number): Promise<Sample> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${url}/?list=${app}&count=${count}`)
  await page.waitForFunction(() => 'ready' in window)
  await page.evaluate(() => window.ready())
  const account = await until(page, 'openAccount', `[data-testid^="${prefix}-row-"]`)
  const scroller = `[data-testid="${prefix}-list"]`
  const list = await until(page, 'openList', `${scroller} [data-testid^="${prefix}-row-"]`)
  const scrolled = await scroll(page, scroller)
  const elements = await page.locator('dialog *').count()
  const megabytes = await heap(page)
  await context.close()
  return { account, list, elements, megabytes, ...scrolled }
}

async function measureBare(browser: Browser, url: string): Promise<Sample> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${url}/bare`)
  const scrolled = await scroll(page, '#list')
  const megabytes = await heap(page)
  await context.close()
  return { account: 0, list: 0, elements: 2, megabytes, ...scrolled }
}

const median = (values: readonly number[]) =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0

const folder = await buildApp()
const server = await serve(folder)
const executablePath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
)
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
const samples: Record<string, Sample[]> = {}
const keep = (name: string, sample: Sample) => {
  samples[name] = [...(samples[name] ?? []), sample]
}
try {
  for (let run = 0; run < runs; run += 1) {
    keep('a bare page', await measureBare(browser, server.url))
    for (const list of lists.filter(({ app }) => only === undefined || app === only)) {
      for (const count of list.counts) {
        keep(`${count} ${list.name}`, await measure(browser, server.url, list, count))
      }
    }
  }
} finally {
  await browser.close()
  server.stop()
  rmSync(folder, { recursive: true, force: true })
}

console.log(
  `| List | Account → first row, ms | all of them → first row, ms | work per frame, ms | dropped of ${frames} frames | longest frame, ms | elements | heap, MB |\n|---|--:|--:|--:|--:|--:|--:|--:|`,
)
for (const [name, list] of Object.entries(samples)) {
  const of = (key: keyof Sample, digits = 0) => median(list.map((sample) => sample[key])).toFixed(digits)
  console.log(
    `| ${name} | ${of('account')} | ${of('list')} | ${of('work', 1)} | ${of('dropped')} | ${of('longest')} | ${of('elements')} | ${of('megabytes', 1)} |`,
  )
}
