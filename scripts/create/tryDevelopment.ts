import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'
import { launchBrowser } from '../../ui-react/gallery/launchBrowser.js'

/** Starts an app as in development, and connects the test wallet that is on its page. Throws when anything is wrong. */
export async function tryDevelopment(
  folder: string,
  environment: NodeJS.ProcessEnv,
  signsIn: boolean,
): Promise<void> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = startServer(folder, ['run', 'dev', '--', '--port', `${port}`], {
    ...environment,
    SITE_ORIGIN: url,
  })
  try {
    await server.answers(url)
    await using browser = await launchBrowser()
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    await page.goto(url)
    await connect(page, signsIn)
    if (faults.length > 0) throw new Error(faults.join('\n'))
  } catch (error) {
    throw new Error(`The app doesn't run in development.\n${server.output()}`, { cause: error })
  } finally {
    await server.stop()
  }
}

/** A page that is compiled while it's opened takes its time. */
const timeout = 120_000

async function connect(page: Page, signsIn: boolean): Promise<void> {
  await connectWallet(page)
  if (signsIn) {
    await connectUntilAsked(page)
    await page.getByTestId('siwx-sign').click({ timeout })
    await page.getByRole('button', { name: 'Approve' }).click({ timeout })
    await page.getByRole('button', { name: 'Read the secret' }).click({ timeout })
    await page.getByText('Only you can read this, eip155:1:0xf39F').waitFor({ timeout })
  } else await page.getByText('Hello 0xf39F').waitFor({ timeout })
}

async function connectWallet(page: Page): Promise<void> {
  await page.getByTestId('connect-button').click({ timeout })
  const modal = page.getByTestId('lk-modal-card')
  await modal.getByRole('button', { name: 'Ethereum test wallet' }).click({ timeout })
  await page.getByRole('button', { name: 'Approve' }).click({ timeout })
}

/**
 * Waits to be asked to sign in. On a busy machine the server compiles its route for longer than the page waits; the page says so and
 * disconnects, because the app requires a sign-in, and the person does as it says and tries again.
 */
async function connectUntilAsked(page: Page): Promise<void> {
  const asked = page.getByTestId('siwx-sign')
  const again = page.getByTestId('connect-button')
  for (let tries = 0; tries < 3; tries += 1) {
    await asked.waitFor({ timeout: timeout / 4 }).catch(() => undefined)
    if (await asked.isVisible()) return
    if (await again.isVisible()) await connectWallet(page)
  }
}

function startServer(folder: string, words: readonly string[], environment: NodeJS.ProcessEnv) {
  // A group of its own: npm starts another process, which outlives it.
  const child = spawn('npm', words, { cwd: folder, env: environment, detached: true, stdio: 'pipe' })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  return {
    output: () => text,
    async answers(url: string): Promise<void> {
      while (!(await hasAnswered(url))) {
        if (child.exitCode !== null) throw new Error(`"npm ${words.join(' ')}" ended with ${child.exitCode}.`)
        await setTimeout(200)
      }
    },
    async stop(): Promise<void> {
      if (child.pid === undefined || child.exitCode !== null) return
      const ended = new Promise((resolve) => child.once('close', resolve))
      process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}

const hasAnswered = (url: string) =>
  fetch(url).then(
    () => true,
    // Nobody listens yet.
    () => false,
  )

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
