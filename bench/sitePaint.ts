// The largest paint of the documentation's pages against a bare page of the same words, over the same slow network.
// `npm run docs:build && npx tsx bench/sitePaint.ts`; what it prints goes into RESULTS.md. Ends with 1 above one and a half.
// Each round opens both, one right after the other and in turn first, and gives one ratio: other work on the machine then
// slows both. `npx tsx bench/sitePaint.ts 5` takes fewer rounds than 15.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { serveFolder } from '../e2e/staticServer.js'
import { launchBrowser } from '../ui-react/gallery/launchBrowser.js'

const built = join(import.meta.dirname, '../site/dist')
if (!existsSync(join(built, 'index.html')))
  throw new Error('The site is not built. Run "npm run docs:build" first.')
const pages = ['', 'start/', 'jobs/connect/', 'jobs/theming/', 'reference/errors/']
const rounds = Number(process.argv[2] ?? 15)
const limit = 1.5

const folder = mkdtempSync(join(tmpdir(), 'latchkey-bare-'))
const [site, bare] = await Promise.all([serveFolder(built, {}, true), serveFolder(folder, {}, true)])
const browser = await launchBrowser()
try {
  let worst = 0
  for (const path of pages) {
    writeBare(path)
    const pairs: { readonly own: number; readonly other: number }[] = []
    // The first round warms both up.
    for (let round = 0; round <= rounds; round += 1) {
      const pair = await paintBoth(path, round % 2 === 0)
      if (round > 0) pairs.push(pair)
    }
    const ratios = pairs.map(({ own, other }) => own / other)
    worst = Math.max(worst, median(ratios))
    const [own, other] = [median(pairs.map((pair) => pair.own)), median(pairs.map((pair) => pair.other))]
    const range = `${quantile(ratios, 0.25).toFixed(2)} to ${quantile(ratios, 0.75).toFixed(2)}`
    console.log(
      `/${path}: ${median(ratios).toFixed(2)}, half of the rounds ${range} (${own.toFixed(0)} and ${other.toFixed(0)} ms)`,
    )
  }
  console.log(`Load ${loadavg()[0]?.toFixed(1)}, ${rounds} rounds.`)
  console.log(`The worst is ${worst.toFixed(2)} times a bare page; the limit is ${limit}.`)
  process.exitCode = worst > limit ? 1 : 0
} finally {
  await browser.close()
  await Promise.all([site.stop(), bare.stop()])
  rmSync(folder, { recursive: true, force: true })
}

/** The page's own part, without menu, styles and scripts. */
function writeBare(path: string): void {
  const html = readFileSync(join(built, path, 'index.html'), 'utf8')
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0]
  if (main === undefined) throw new Error(`/${path} has no main part.`)
  const plain = main.replaceAll(/<(script|style)[\s\S]*?<\/\1>|<link\b[^>]*>/g, '')
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title></head><body>${plain}</body></html>`,
  )
}

async function paintBoth(path: string, ownFirst: boolean) {
  const paintOwn = () => paintOf(browser, `${site.url}/${path}`)
  const paintBare = () => paintOf(browser, `${bare.url}/`)
  if (ownFirst) {
    const own = await paintOwn()
    return { own, other: await paintBare() }
  }
  const other = await paintBare()
  return { own: await paintOwn(), other }
}

/** A desktop's network as measuring tools slow it: 40 ms there and back, 10 Mbit/s. Bytes are a second. */
async function slowNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: 1_250_000,
    uploadThroughput: 1_250_000,
  })
}

/** Milliseconds from the request to the largest paint of the first screen. */
async function paintOf(opened: Browser, url: string): Promise<number> {
  const context = await opened.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await slowNetwork(page)
  await page.goto(url, { waitUntil: 'load' })
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1)
          // A late paint comes within this time, or is nothing that one waits for.
          if (last) setTimeout(() => resolve(last.startTime), 300)
        })
        observer.observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  await context.close()
  return paint
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}
