import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, expect, type Locator, type Page } from '@playwright/test'
import { startExample } from '../runExample.js'
import { animateWebp, type WebpFrame } from './animateWebp.js'

/*
 * `npm run pictures` makes the pictures of the README from the running playground: the list, the account and the review of
 * a send, light and dark at twice the size, and the first minute as a moving picture. `--font <file>` gives Inter where
 * it isn't installed.
 */
const { values } = parseArgs({ options: { font: { type: 'string' } } })
const folder = join(import.meta.dirname, '../../docs/images')
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

const wallet = (page: Page) => page.getByRole('dialog', { name: /^Test wallet/ })

async function openPage(browser: Browser, url: string, theme: Theme, scale: number): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1120, height: 760 },
    deviceScaleFactor: scale,
    colorScheme: theme,
  })
  const page = await context.newPage()
  if (values.font !== undefined) {
    const font = (await readFile(values.font)).toString('base64')
    await page.addInitScript((data) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      document.fonts.add(new FontFace('Inter', bytes, { weight: '100 900' }))
    }, font)
  }
  await page.goto(`${url}#mode=${theme}`)
  await page.getByRole('button', { name: /Test wallet/ }).waitFor()
  await page.waitForTimeout(1_500)
  return page
}

/** Each question of the wallet's own window, until the page shows what is expected. */
async function approveUntil(page: Page, shown: Locator, pause = 0): Promise<void> {
  const approve = wallet(page).getByRole('button', { name: 'Approve' })
  await expect(async () => {
    if (await approve.isVisible()) {
      await page.waitForTimeout(pause)
      await approve.click()
    }
    await expect(shown).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 60_000 })
}

interface Story {
  readonly list: (page: Page) => Promise<void>
  readonly account: (page: Page) => Promise<void>
  readonly review: (page: Page) => Promise<void>
}

/** Walks the first minute, and calls back where a picture is worth it. */
async function walk(page: Page, told: Story, pause: number): Promise<void> {
  const rest = () => page.waitForTimeout(pause)
  await told.list(page)
  await page.getByRole('button', { name: /Test wallet/ }).click()
  await rest()
  await page.getByRole('button', { name: 'Connect all' }).click()
  await approveUntil(page, page.getByText('robin.eth'), pause)
  await expect(page.getByText('Local USD', { exact: true })).toBeVisible()
  await expect(page.getByText(/^\$[1-9]/).first()).toBeVisible()
  await page.waitForTimeout(1_200)
  await told.account(page)
  await page.getByRole('button', { name: 'Send', exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Amount' }).pressSequentially('0.05', { delay: pause / 8 })
  await page
    .getByRole('textbox', { name: 'To', exact: true })
    .pressSequentially('alice.eth', { delay: pause / 8 })
  await rest()
  await page.getByRole('button', { name: 'Preview Send' }).click()
  await page.getByRole('button', { name: 'Send 0.05 ETH' }).waitFor()
  await page.waitForTimeout(800)
  await told.review(page)
}

/** As a WebP picture, which the browser itself writes. */
async function encode(page: Page, png: Buffer, quality: number): Promise<Buffer> {
  const text = await page.evaluate(
    async ([data, wanted]) => {
      const blob = await (await fetch(`data:image/png;base64,${data}`)).blob()
      const bitmap = await createImageBitmap(blob)
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
      const bytes = new Uint8Array(
        await (await canvas.convertToBlob({ type: 'image/webp', quality: wanted })).arrayBuffer(),
      )
      let letters = ''
      for (const byte of bytes) letters += String.fromCharCode(byte)
      return btoa(letters)
    },
    [png.toString('base64'), quality] as const,
  )
  return Buffer.from(text, 'base64')
}

/** A page that encodes, away from the policy of the playground. */
const openEncoder = async (browser: Browser) => {
  const page = await browser.newPage()
  await page.goto('about:blank')
  return page
}

async function shootStills(browser: Browser, url: string): Promise<void> {
  const encoder = await openEncoder(browser)
  for (const theme of themes) {
    const page = await openPage(browser, url, theme, 2)
    const shoot = (name: string) => async () => {
      const png = await page.locator('.widget').screenshot({ animations: 'disabled' })
      await writeFile(join(folder, `${name}-${theme}.webp`), await encode(encoder, png, 0.86))
    }
    await walk(page, { list: shoot('list'), account: shoot('account'), review: shoot('review') }, 0)
    await page.context().close()
  }
  await encoder.close()
}

/** Takes pictures for as long as the story goes on; what stands still is one long frame. */
async function film(browser: Browser, url: string): Promise<void> {
  const encoder = await openEncoder(browser)
  const page = await openPage(browser, url, 'light', 1)
  const taken: { png: Buffer; at: number }[] = []
  let isRolling = true
  const roll = async () => {
    while (isRolling) {
      const png = await page.screenshot()
      if (!taken.at(-1)?.png.equals(png)) taken.push({ png, at: performance.now() })
      await new Promise((resolve) => setTimeout(resolve, 80))
    }
  }
  const rolling = roll()
  const rest = () => page.waitForTimeout(900)
  await walk(page, { list: rest, account: rest, review: rest }, 700)
  await page.getByRole('button', { name: 'Send 0.05 ETH' }).click()
  await approveUntil(page, page.getByText('0.05 ETH sent'), 700)
  await page.waitForTimeout(1_500)
  isRolling = false
  await rolling
  const end = performance.now()
  const frames: WebpFrame[] = []
  for (const [index, { png, at }] of taken.entries()) {
    const duration = Math.min((taken[index + 1]?.at ?? end) - at, 1_500)
    frames.push({ picture: await encode(encoder, png, 0.6), duration })
  }
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await writeFile(join(folder, 'first-minute.webp'), animateWebp(frames, width, height))
  process.stdout.write(`${frames.length} frames\n`)
  await page.context().close()
  await encoder.close()
}

const tsx = join(import.meta.dirname, '../../node_modules/.bin/tsx')
const site = await startExample('playground', [tsx, 'serve.ts'], {})
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  await mkdir(folder, { recursive: true })
  const url = site.url.replace('localhost', '127.0.0.1')
  await shootStills(browser, url)
  await film(browser, url)
} finally {
  await browser.close()
  await site.stop()
}
