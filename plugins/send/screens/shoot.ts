import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { chromium } from 'playwright'
import { build, preview } from 'vite'

/**
 * Pictures of every view of sending into `.artifacts/send-screens`, light and dark, 360 and 1280 pixels wide. Run it as
 * `tsx plugins/send/screens/shoot.ts [part of a name]`.
 */
const here = fileURLToPath(new URL('.', import.meta.url))
const artifacts = join(here, '../../../.artifacts')
const outDir = join(artifacts, 'send-screens-page')
const names = [
  'form-empty',
  'form-filled',
  'form-insufficient',
  'form-fiat',
  'form-name',
  'form-lookalike',
  'form-link-elsewhere',
  'form-link-refused',
  'form-error',
  'tokens',
  'preview',
  'preview-token',
  'preview-lookalike',
  'preview-declined',
  'asking',
  'pending',
  'confirmed',
  'failed',
  'outstanding',
  'account',
].filter((name) => name.includes(process.argv[2] ?? ''))
const settings = [
  { name: 'dark-360', query: 'theme=dark', width: 360, height: 740 },
  { name: 'light-1280', query: 'theme=light', width: 1280, height: 800 },
  { name: 'light-360', query: 'theme=light', width: 360, height: 740 },
  { name: 'dark-1280', query: 'theme=dark', width: 1280, height: 800 },
  { name: 'rtl-360', query: 'theme=light&dir=rtl', width: 360, height: 740 },
]

const options = { root: here, configFile: false as const, logLevel: 'error' as const, plugins: [react()] }
await build({ ...options, build: { outDir, emptyOutDir: true, assetsInlineLimit: 0 } })
const server = await preview({ ...options, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
const url = server.resolvedUrls?.local[0]
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()
for (const { name: folder, query, width, height } of settings) {
  await mkdir(join(artifacts, 'send-screens', folder), { recursive: true })
  await page.setViewportSize({ width, height })
  for (const name of names) {
    await page.goto(`${url}?scenario=${name}&${query}`)
    await page.waitForSelector('html[data-acted] [data-view]', { timeout: 20_000 })
    await page.waitForTimeout(400)
    await page.screenshot({ path: join(artifacts, 'send-screens', folder, `${name}.png`) })
  }
}
await browser.close()
await server.close()
process.stdout.write(`${names.length * settings.length} pictures in ${artifacts}/send-screens\n`)
