import AxeBuilder from '@axe-core/playwright'
import { type Browser, devices, type Page } from '@playwright/test'
import { compareTranscripts } from './compareTranscripts.js'
import { faultsOfScreen } from './faultsOfScreen.js'
import { isOfPhone, openScreen, patience } from './openScreen.js'
import { invisibleMarks, isTranscribed, englishInUtc, transcribe } from './transcribe.js'

interface Setting {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly query: string
  readonly isForced?: true
}

/** The same screen for people who see or use it in other ways. */
const settings: readonly Setting[] = [
  { name: 'at 400 %', width: 320, height: 640, query: 'theme=light&dir=ltr' },
  { name: 'text at 200 %', width: 360, height: 740, query: 'theme=dark&dir=ltr&text=20px' },
  { name: 'text at 200 %, right to left', width: 360, height: 740, query: 'theme=light&dir=rtl&text=20px' },
  { name: 'forced colours', width: 1280, height: 800, query: 'theme=dark&dir=ltr', isForced: true },
]

export interface CheckOptions {
  /** Writes new transcripts instead of comparing them. */
  readonly update: boolean
  /** Told each screen when it's done: all of them take a while. */
  onChecked?(id: string): void
}

/** Checks each screen in every setting, by axe, and against its transcript. Returns what is wrong. */
export async function checkScreens(
  browser: Browser,
  url: string,
  ids: readonly string[],
  { update, onChecked }: CheckOptions,
): Promise<readonly string[]> {
  const faults: string[] = []
  const read = new Map<string, string>()
  const queue = ids.values()
  async function work(): Promise<void> {
    const windows = openWindows(browser)
    for (const id of queue) {
      for (const setting of settings) {
        const found = await windows.use(setting, id, (page) => look(page, url, id, setting))
        faults.push(...found.map((fault) => `${id}, ${setting.name}: ${fault}`))
      }
      const found = await windows.use(plain, id, async (page) => {
        const said = await transcribe(page, url, id)
        if (isTranscribed(id)) read.set(id, said)
        const { violations } = await new AxeBuilder({ page }).include('dialog').analyze()
        const marked = said.split('\n').filter((line) => invisibleMarks.test(line))
        return [
          ...marked.map((line) => `invisible marks: ${JSON.stringify(line)}`),
          ...violations.map((each) => `${each.id}: ${each.nodes.map(({ html }) => html).join(' ')}`),
          ...(await missedByTab(page)),
        ]
      })
      faults.push(...found.map((fault) => `${id}: ${fault}`))
      onChecked?.(id)
    }
    await windows.close()
  }
  await Promise.all(Array.from({ length: 3 }, work))
  // In the order of the gallery: screens are read three at a time.
  const inOrder = ids.filter(isTranscribed).map((id) => [id, read.get(id)] as const)
  return [...faults, ...(await compareTranscripts(new Map(inOrder), { update }))]
}

const plain: Setting = { name: 'plain', width: 1280, height: 800, query: 'theme=light&dir=ltr' }

/** One window for each setting, and not one for each screen: that costs more than the screen, and a busy machine runs late. */
function openWindows(browser: Browser) {
  const open = new Map<string, Page>()
  return {
    async use(
      setting: Setting,
      id: string,
      look: (page: Page) => Promise<readonly string[]>,
    ): Promise<readonly string[]> {
      const key = `${setting.name}${isOfPhone(id) ? ', phone' : ''}`
      const page = open.get(key) ?? (await openWindow(browser, setting, isOfPhone(id)))
      open.set(key, page)
      try {
        return await look(page)
      } catch (error) {
        // What is left of this screen is nothing for the next one.
        open.delete(key)
        await page.context().close()
        return [`not reached: ${(error as Error).message.split('\n')[0]}`]
      }
    },
    async close(): Promise<void> {
      for (const page of open.values()) await page.context().close()
    },
  }
}

async function openWindow(
  browser: Browser,
  { width, height, isForced }: Setting,
  phone: boolean,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    permissions: ['clipboard-write'],
    reducedMotion: 'reduce',
    ...englishInUtc,
    forcedColors: isForced ? 'active' : 'none',
    ...(phone ? { userAgent: devices['iPhone 13'].userAgent } : {}),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  // The compiler of this file names functions with a helper that the page doesn't have.
  await page.addInitScript('globalThis.__name = (named) => named')
  return page
}

async function open(page: Page, address: string): Promise<void> {
  await openScreen(page, address)
  await page.locator('dialog.lk-modal').waitFor()
  await page.waitForTimeout(200)
}

async function look(page: Page, url: string, id: string, setting: Setting): Promise<readonly string[]> {
  await open(page, `${url}stage.html?screen=${id}&${setting.query}`)
  return page.evaluate(faultsOfScreen, { isForced: setting.isForced === true })
}

/** Controls of the modal that no key reaches: Tab, or the arrow keys in a long list, which is one stop of Tab. */
async function missedByTab(page: Page): Promise<readonly string[]> {
  const stops = await page.evaluate(() => {
    const found = [
      ...document.querySelectorAll<HTMLElement>('dialog.lk-modal :is(a[href], button, input, [tabindex])'),
    ]
    const stops = found.filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled') &&
        !element.closest('[inert]') &&
        element.checkVisibility({ visibilityProperty: true }),
    )
    Object.assign(window, { stops })
    return stops.map(({ outerHTML }) => outerHTML.slice(0, 120))
  })
  const reached = new Set<number>()
  const note = async () => {
    const now = await page.evaluate(() => {
      const focused = document.activeElement
      const stops = Reflect.get(window, 'stops') as Element[]
      return { index: focused ? stops.indexOf(focused) : -1, isRow: !!focused?.closest('[aria-posinset]') }
    })
    if (now.index >= 0) reached.add(now.index)
    return now
  }
  // The focus may begin in the middle, and leave the page once on its way round.
  for (let presses = 0; presses < 2 * stops.length + 6 && reached.size < stops.length; presses += 1) {
    let { index, isRow } = await note()
    for (let last = -2; isRow && index !== last; ) {
      last = index
      await page.keyboard.press('ArrowDown')
      // A row takes the focus in the frame after it is there.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
      ;({ index, isRow } = await note())
    }
    await page.keyboard.press('Tab')
  }
  // What has left by itself meanwhile, such as a toast with its button, is nothing that a key has to come to.
  const gone = await page.evaluate(() =>
    (Reflect.get(window, 'stops') as Element[]).flatMap((stop, index) => (stop.isConnected ? [] : [index])),
  )
  return stops
    .filter((_, index) => !reached.has(index) && !gone.includes(index))
    .map((stop) => `No key comes to ${stop}`)
}
