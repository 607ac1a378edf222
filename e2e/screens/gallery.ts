import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, devices, type Page } from '@playwright/test'
import { checkScreens } from './checkScreens.js'
import { isOfPhone, openScreen } from './openScreen.js'
import { serveScreens } from './serveScreens.js'
import { listScreens } from './transcribe.js'

/*
 * `npm run gallery` serves a page to look through every view and part. `npm run gallery -- --shoot <folder>` makes a picture
 * of each in light and dark, at 360 and 1280 pixels, left-to-right and right-to-left, and sheets of 16 side by side.
 * `--only send/,swap/review` and `--settings light-360-ltr,dark-1280-rtl` take fewer. Fails when a screen isn't reached or the console
 * has an error. `npm run gallery -- --check` measures each at 400 %, with text twice as large, in forced colours and by axe, and
 * compares what a screen reader is given with `transcripts`; `--update` writes new ones.
 */
const { values } = parseArgs({
  options: {
    shoot: { type: 'string' },
    check: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    settings: { type: 'string' },
    port: { type: 'string', default: '0' },
  },
})

interface Setting {
  readonly name: string
  readonly theme: string
  readonly dir: string
  readonly width: number
}

/** By width, because a screen is reached once for each. */
const settings: readonly Setting[] = [360, 1280].flatMap((width) =>
  ['light', 'dark'].flatMap((theme) =>
    ['ltr', 'rtl'].map((dir) => ({ theme, width, dir, name: `${theme}-${width}-${dir}` })),
  ),
)
const wantedSettings = values.settings?.split(',')
const isWanted = (id: string) => values.only.split(',').some((part) => id.includes(part))

const faults = new Set<string>()
let count = 0

/** Finite animations only: a skeleton pulses for ever. */
const isStill = () =>
  document.getAnimations().every((animation) => {
    const isEndless = animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY
    return isEndless || animation.playState !== 'running'
  })

/** A screen is reached once for each width, and shown in the other themes and directions from there. */
async function shootScreen(page: Page, url: string, id: string, chosen: readonly Setting[], folder: string) {
  const isStory = id.endsWith('/')
  const kind = isStory ? 'story' : 'screen'
  let reached: number | undefined
  for (const { name, theme, dir, width } of chosen) {
    if (isOfPhone(id) && width !== 360) continue
    const path = join(folder, name, `${id.replace(/\/$/, '')}.png`)
    await mkdir(dirname(path), { recursive: true })
    try {
      if (isStory || reached !== width) {
        await page.setViewportSize({ width, height: width === 360 ? 740 : 800 })
        await openScreen(page, `${url}stage.html?${kind}=${id}&theme=${theme}&dir=${dir}`)
        await page.waitForTimeout(250)
        reached = width
      } else {
        const look = (detail: object) => dispatchEvent(new CustomEvent('look', { detail }))
        await page.evaluate(look, { theme, dir })
        await page.waitForTimeout(100)
      }
      await page.waitForFunction(isStill, undefined, { timeout: 10_000 })
    } catch (error) {
      faults.add(`${id} (${name}): not reached: ${(error as Error).message.split('\n')[0]}`)
    }
    // A machine that is too busy for one picture has the others.
    await page.screenshot({ path, fullPage: isStory }).catch((error: Error) => {
      faults.add(`${id} (${name}): no picture: ${error.message.split('\n')[0]}`)
    })
    count += 1
  }
}

async function openPage(browser: Browser, phone: boolean): Promise<Page> {
  const context = await browser.newContext({
    permissions: ['clipboard-write'],
    reducedMotion: 'reduce',
    ...(phone ? { userAgent: devices['iPhone 13'].userAgent } : {}),
  })
  const page = await context.newPage()
  page.on('console', (message) => {
    // Scenarios of what fails say so in the console, as they should.
    const isStaged = /chunk could not be fetched|ERR_UNSAFE_PORT|ERR_CONNECTION_REFUSED/.test(message.text())
    if (message.type() === 'error' && !isStaged) faults.add(message.text())
  })
  page.on('pageerror', (error) => faults.add(error.message))
  return page
}

/** As many pictures as one can judge at a glance. */
const sheetSize = 16

/** Pictures of one group side by side, without the page on both sides of the modal. */
async function makeSheets(
  browser: Browser,
  folder: string,
  { name, width }: Setting,
  ids: readonly string[],
) {
  const page = await browser.newPage({ viewport: { width: 1640, height: 400 } })
  const views = ids.filter((id) => !id.endsWith('/'))
  for (const group of new Set(views.map((id) => id.split('/')[0]))) {
    const shown = views.filter((id) => id.startsWith(`${group}/`))
    for (let from = 0; from < shown.length; from += sheetSize) {
      const figures = shown
        .slice(from, from + sheetSize)
        .map((id) => `<figure><img src="${id}.png"><figcaption>${id}</figcaption></figure>`)
      const path = join(folder, name, `sheet-${group}-${from / sheetSize + 1}.html`)
      await writeFile(
        path,
        `<style>body{display:flex;flex-wrap:wrap;gap:4px;margin:0;font:10px sans-serif}figure{margin:0}
        img{display:block;inline-size:200px;block-size:${width === 360 ? 411 : 400}px;object-fit:cover}</style>${figures.join('')}`,
      )
      await page.goto(`file://${path}`)
      await page.screenshot({ path: path.replace('.html', '.png'), fullPage: true })
    }
  }
  await page.close()
}

async function shoot(browser: Browser, url: string, folder: string): Promise<void> {
  const list = await browser.newPage()
  await list.goto(url)
  const links = list.locator('[data-screen]')
  await links.first().waitFor()
  const all = await links.evaluateAll((found) =>
    found.map((link) => (link as HTMLElement).dataset['screen'] ?? ''),
  )
  await list.close()
  const ids = all.filter((id) => !id.startsWith('group:') && isWanted(id))
  const chosen = settings.filter(({ name }) => wantedSettings?.includes(name) ?? true)
  const queue = ids.values()
  const work = async () => {
    const [desktop, phone] = [await openPage(browser, false), await openPage(browser, true)]
    for (const id of queue) await shootScreen(isOfPhone(id) ? phone : desktop, url, id, chosen, folder)
    await Promise.all([desktop.context().close(), phone.context().close()])
  }
  await Promise.all(Array.from({ length: 2 * availableParallelism() }, work))
  for (const setting of chosen) {
    const taken = ids.filter((id) => setting.width === 360 || !isOfPhone(id))
    await makeSheets(browser, folder, setting, taken)
  }
}

const launch = () =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })

async function check(browser: Browser, url: string): Promise<void> {
  const list = await browser.newPage()
  const ids = (await listScreens(list, url)).filter((id) => isWanted(id))
  await list.close()
  let left = ids.length
  const onChecked = (id: string) => {
    left -= 1
    process.stdout.write(`${id}, ${left} left\n`)
  }
  const found = await checkScreens(browser, url, ids, { update: values.update, onChecked })
  for (const fault of found) faults.add(fault)
  process.stdout.write(`${ids.length} screens checked, ${faults.size} faults\n`)
}

// A transcript is one file for a group: part of one would take the place of the whole.
if (values.update && values.only.split(',').some((part) => !/^$|\/$/.test(part))) {
  process.stderr.write(
    `Expected whole groups after --only, such as account/, received: ${values.only}. Nothing was written.\n`,
  )
  process.exit(1)
}

const { url, stop } = await serveScreens(Number(values.port))
if (values.shoot === undefined && !values.check) {
  process.stdout.write(`Gallery: ${url}\nCtrl-C ends it.\n`)
} else {
  const browser = await launch()
  const { shoot: folder } = values
  const run = folder === undefined ? check(browser, url) : shoot(browser, url, resolve(folder))
  await run.finally(() => Promise.all([browser.close(), stop()]))
  if (folder !== undefined) process.stdout.write(`${count} pictures in ${resolve(folder)}\n`)
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exitCode = faults.size > 0 ? 1 : 0
}
