import { createServer } from 'node:http'
import { mkdir, readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { build } from 'vite'
import { launchBrowser } from '../gallery/launchBrowser.js'
import { contentSecurityPolicy } from '../gallery/serveGallery.js'

/**
 * Pictures of every view into `.artifacts/screens`, light and dark, 360 and 1280 pixels wide, and right-to-left in
 * long words. Run it as `tsx screens/shoot.ts [part of a name]`. Fails when the page breaks its own strict policy.
 */
const pageFolder = fileURLToPath(new URL('../../.artifacts/screens-page/', import.meta.url))
const pictures = fileURLToPath(new URL('../../.artifacts/screens/', import.meta.url))
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

async function serve(): Promise<{ url: string; stop(): Promise<void> }> {
  await build({ configFile: fileURLToPath(new URL('./vite.config.ts', import.meta.url)), logLevel: 'error' })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = join(pageFolder, normalize(pathname === '/' ? '/index.html' : pathname))
    readFile(file).then(
      (body) => {
        const type = types[extname(file)] ?? 'application/octet-stream'
        response.writeHead(200, { 'content-type': type, 'content-security-policy': contentSecurityPolicy })
        response.end(body)
      },
      () => response.writeHead(404).end('Not found'),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const settings = [
  { name: 'dark-1280', query: 'theme=dark', width: 1280, height: 800 },
  { name: 'light-1280', query: 'theme=light', width: 1280, height: 800 },
  { name: 'dark-360', query: 'theme=dark', width: 360, height: 740 },
  { name: 'light-360', query: 'theme=light', width: 360, height: 740 },
  { name: 'rtl-360', query: 'theme=light&dir=rtl&pseudo=1', width: 360, height: 740 },
]

async function shoot(page: Page, url: string, names: readonly string[], faults: string[]): Promise<void> {
  for (const setting of settings) {
    await mkdir(join(pictures, setting.name), { recursive: true })
    await page.setViewportSize({ width: setting.width, height: setting.height })
    for (const name of names) {
      await page.goto(`${url}?scenario=${name}&${setting.query}`)
      try {
        await page.waitForSelector('html[data-acted] [data-view], html[data-acted] .lk-toasts', {
          timeout: 4_000,
        })
      } catch {
        faults.push(`${name}: nothing was shown`)
        if (faults.length > 5) throw new Error(faults.join('\n'))
      }
      await page.waitForTimeout(300)
      // Finite ones only: a skeleton pulses for ever.
      await page.waitForFunction(() =>
        document.getAnimations().every((animation) => {
          const endless = animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY
          return endless || animation.playState !== 'running'
        }),
      )
      await page.screenshot({ path: join(pictures, setting.name, `${name}.png`) })
    }
  }
}

const { scenarioNames } = await import('./scenarioNames.js')
const wanted = scenarioNames.filter((name) => name.includes(process.argv[2] ?? ''))
const { url, stop } = await serve()
const browser = await launchBrowser()
const faults: string[] = []
try {
  const page = await browser.newPage()
  page.on('console', (message) => {
    // The scenario of a view that fails to load says so in the console, as it should.
    const isStaged = message.text().includes('The chunk could not be fetched')
    if (message.type() === 'error' && !isStaged) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  await shoot(page, url, wanted, faults)
} finally {
  await browser.close()
  await stop()
}
process.stdout.write(`${wanted.length * settings.length} pictures in ${pictures}\n`)
if (faults.length > 0) {
  process.stderr.write(`${[...new Set(faults)].join('\n')}\n`)
  process.exitCode = 1
}
