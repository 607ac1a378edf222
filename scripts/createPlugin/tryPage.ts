import { spawn } from 'node:child_process'
import type { Browser, Page } from 'playwright'
import { launchBrowser } from '../../ui-react/gallery/launchBrowser.js'
import { cleanEnvironment } from './cleanEnvironment.js'
import { commandOf, type GuideOptions, type Kind } from './followGuide.js'

/** Time for a cold server to bundle the page. */
const patience = 60_000

/** Starts the page of a new plugin by the guide's command, connects the test wallet in Chromium, and uses what the plugin adds. */
export async function tryPage(folder: string, { kind, manager }: GuideOptions): Promise<void> {
  const server = await startPage(folder, commandOf(manager))
  let browser: Browser | undefined
  try {
    browser = await launchBrowser()
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    await page.goto(server.url)
    await connect(page, kind)
    await uses[kind](page)
    if (faults.length > 0) throw new Error(faults.join('\n'))
  } finally {
    await browser?.close()
    server.stop()
  }
}

async function connect(page: Page, kind: Kind): Promise<void> {
  const names = { chain: 'Tally wallet', connector: 'Tally', feature: 'Test wallet', view: 'Test wallet' }
  await page.getByRole('button', { name: 'Connect wallet' }).click({ timeout: patience })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: names[kind] })
    .first()
    .click({ timeout: patience })
  await page.getByTestId('account-button').click({ timeout: patience })
  await page.getByRole('dialog').waitFor({ timeout: patience })
}

const dialogText = (page: Page, text: string | RegExp) =>
  page.getByRole('dialog').getByText(text).first().waitFor({ timeout: patience })

/** Does with each kind what a person does once the wallet is connected and the account is shown. */
const uses: Readonly<Record<Kind, (page: Page) => Promise<void>>> = {
  chain: (page) => dialogText(page, /1,000/),
  connector: (page) => dialogText(page, /^1(?:\.0+)?\sETH$|1\.00/),
  async feature(page) {
    await page.getByRole('dialog').getByRole('button', { name: 'Tally' }).click()
    await page.getByLabel('Note').fill('Hello')
    await page.getByRole('button', { name: 'Sign the note' }).click()
    await dialogText(page, /^0x[0-9a-f]{130}$/)
  },
  async view(page) {
    const tab = page.getByRole('tab', { name: 'Tally' })
    if (await tab.count()) await tab.click()
    await dialogText(page, 'First network')
  },
}

async function startPage(folder: string, manager: readonly string[]) {
  const [program = '', ...words] = [...manager, 'run', 'dev']
  const child = spawn(program, words, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: the package manager starts another program, which would outlive it.
    detached: true,
    env: { ...cleanEnvironment(), NO_COLOR: '1', FORCE_COLOR: '0' },
  })
  const stop = () => void (child.pid && child.exitCode === null && process.kill(-child.pid))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (text: Buffer) => {
      output += text
      const [found] = /http:\/\/localhost:\d+\//.exec(output) ?? []
      if (found) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('exit', (code) => reject(new Error(`The page's server ended with ${code}.\n${output}`)))
  })
  return { url, stop }
}
