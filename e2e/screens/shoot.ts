import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, devices } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'

/**
 * Pictures of pairing and of the list of wallets into `.artifacts/pairing-screens`, light and dark, 360 and 1280 pixels
 * wide, right-to-left, and at twice the size. Run it as `tsx e2e/screens/shoot.ts [part of a name]`. Fails when a
 * scenario shows nothing or the console has an error.
 */
const here = fileURLToPath(new URL('.', import.meta.url))
const artifacts = join(here, '../../.artifacts')
const outDir = join(artifacts, 'pairing-screens-page')
const settings = [
  { name: 'dark-360', query: 'theme=dark', width: 360, height: 740 },
  { name: 'light-1280', query: 'theme=light', width: 1280, height: 800 },
  { name: 'light-360', query: 'theme=light', width: 360, height: 740 },
  { name: 'dark-1280', query: 'theme=dark', width: 1280, height: 800 },
  { name: 'rtl-360', query: 'theme=light&dir=rtl', width: 360, height: 740 },
  // A window of 720 by 740 pixels at 200 % zoom.
  { name: 'zoom-200', query: 'theme=light', width: 360, height: 370 },
]

const { default: names } = (await import('./names.json', { with: { type: 'json' } })) as {
  default: { readonly everywhere: readonly string[]; readonly phone: readonly string[] }
}
const isWanted = (name: string) => name.includes(process.argv[2] ?? '')
const options = { root: here, configFile: false as const, logLevel: 'error' as const, plugins: [react()] }
await build({ ...options, build: { outDir, emptyOutDir: true, assetsInlineLimit: 0 } })
const server = await preview({ ...options, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
const url = server.resolvedUrls?.local[0]
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const faults: string[] = []
let count = 0
for (const { name: folder, query, width, height } of settings) {
  await mkdir(join(artifacts, 'pairing-screens', folder), { recursive: true })
  for (const phone of [false, true]) {
    if (phone && width !== 360) continue
    const context = await browser.newContext({
      viewport: { width, height },
      permissions: ['clipboard-write'],
      ...(phone ? { userAgent: devices['iPhone 13'].userAgent } : {}),
    })
    const page = await context.newPage()
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('pageerror', (error) => faults.push(error.message))
    for (const name of (phone ? names.phone : names.everywhere).filter(isWanted)) {
      await page.goto(`${url}?scenario=${name}&${query}`)
      await page.waitForSelector('html[data-acted] [data-view]', { timeout: 20_000 })
      await page.waitForTimeout(500)
      await page.screenshot({ path: join(artifacts, 'pairing-screens', folder, `${name}.png`) })
      count += 1
    }
    await context.close()
  }
}
await browser.close()
await server.close()
process.stdout.write(`${count} pictures in ${artifacts}/pairing-screens\n`)
if (faults.length > 0) {
  process.stderr.write(`${[...new Set(faults)].join('\n')}\n`)
  process.exitCode = 1
}
