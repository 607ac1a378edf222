import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Browser } from 'playwright'
import { launchBrowser } from '../../ui-react/gallery/launchBrowser.js'
import type { RehearsalApp } from './rehearsalApps.js'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/**
 * Opens a built app in Chromium, presses its button, and waits for the list of wallets. Throws when anything is wrong.
 *
 * @param found What the page says that it found, as its `globalThis.found`.
 */
export async function visitApp(
  folder: string,
  { name, served }: RehearsalApp,
  found?: string,
): Promise<void> {
  const server = typeof served === 'string' ? await serve(join(folder, served)) : await start(folder, served)
  let browser: Browser | undefined
  try {
    browser = await launchBrowser()
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    await page.goto(server.url)
    await page.getByRole('button', { name: 'Connect wallet' }).click({ timeout: 60_000 })
    await page.getByRole('dialog').getByText('Connect wallet').first().waitFor({ timeout: 60_000 })
    if (found !== undefined) {
      const said = await page.evaluate(() => String(Reflect.get(globalThis, 'found')))
      if (said !== found) throw new Error(`It found "${said}" in place of "${found}".`)
    }
    if (faults.length > 0) throw new Error(faults.join('\n'))
  } catch (error) {
    throw new Error(`${name} doesn't run: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await browser?.close()
    server.stop()
  }
}

async function serve(folder: string) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    const file = join(folder, path.endsWith('/') ? 'index.html' : path)
    readFile(file).then(
      (body) => response.setHeader('content-type', types[extname(file)] ?? 'text/plain').end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}/`, stop: () => void server.close() }
}

async function start(folder: string, [command, ...args]: readonly [string, ...string[]]) {
  const free = await serve(folder)
  free.stop()
  const { port } = new URL(free.url)
  const child = spawn(command, args, {
    cwd: folder,
    stdio: 'ignore',
    // A group of its own: the command starts another one, which outlives it.
    detached: true,
    env: { ...process.env, PORT: port, NEXT_TELEMETRY_DISABLED: '1' },
  })
  const stop = () => void (child.pid && process.kill(-child.pid))
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`${command} ${args.join(' ')} ended with ${child.exitCode}.`)
    if (
      await fetch(free.url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { url: free.url, stop }
    await setTimeout(200)
  }
  stop()
  throw new Error(`${command} ${args.join(' ')} did not answer within a minute.`)
}
