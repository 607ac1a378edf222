import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type FrameLocator } from 'playwright'

const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  )

export const launchOptions = {
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
}

/** An app's own origin: every path is an empty page. */
export async function startHost(): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><meta charset="utf-8"><title>App</title>'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, server }
}

/** A browser profile as people have it. A private one keeps nothing for frames of other sites. */
export async function openProfile(): Promise<{ readonly context: BrowserContext; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-profile-'))
  const preferences = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } }
  await mkdir(join(folder, 'Default'))
  await writeFile(join(folder, 'Default/Preferences'), JSON.stringify(preferences))
  const context = await chromium.launchPersistentContext(folder, launchOptions)
  return {
    context,
    async remove() {
      await context.close()
      // The browser may still be writing.
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** Presses a button of the wallet, once it is taken for a decision. */
export async function press(frame: FrameLocator, name: string): Promise<void> {
  await frame.locator('button:enabled', { hasText: new RegExp(`^${name}$`) }).click()
}
