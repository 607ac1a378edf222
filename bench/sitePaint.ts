// The largest paint of the documentation's pages against a bare page of the same words, in turn in one run.
// `npm run docs:build && npx tsx bench/sitePaint.ts`; what it prints goes into RESULTS.md. Ends with 1 above one and a half.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { serveFolder } from '../e2e/staticServer.js'
import { launchBrowser } from '../ui-react/gallery/launchBrowser.js'

const built = join(import.meta.dirname, '../site/dist')
if (!existsSync(join(built, 'index.html')))
  throw new Error('The site is not built. Run "npm run docs:build" first.')
const pages = ['', 'start/', 'jobs/connect/', 'jobs/theming/', 'reference/errors/']
const rounds = 15
const limit = 1.5

const folder = mkdtempSync(join(tmpdir(), 'latchkey-bare-'))
const [site, bare] = await Promise.all([serveFolder(built), serveFolder(folder)])
const browser = await launchBrowser()
try {
  let worst = 0
  for (const path of pages) {
    writeBare(path)
    const own: number[] = []
    const other: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      own.push(await paintOf(browser, `${site.url}/${path}`))
      other.push(await paintOf(browser, `${bare.url}/`))
    }
    const ratio = median(own) / median(other)
    worst = Math.max(worst, ratio)
    console.log(
      `/${path}: ${ratio.toFixed(2)} (${median(own).toFixed(0)} and ${median(other).toFixed(0)} ms)`,
    )
  }
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

/** Milliseconds from the request to the largest paint of the first screen. */
async function paintOf(opened: Browser, url: string): Promise<number> {
  const context = await opened.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
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
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
