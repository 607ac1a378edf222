import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbeddedWallet } from './index.js'

const email = 'visitor@example.com'

async function ask(url: string, path: string, body: object) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'latchkey-app-origin': 'http://127.0.0.1:5173' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { readonly action?: string; readonly uri?: string }
}

test('serves the frame, mails codes, and leads every social login to the local provider', async () => {
  const stack = await startEmbeddedWallet({ social: true })
  const page = await fetch(`${stack.frameUrl}?origin=http://127.0.0.1:5173`)
  expect(await page.text()).toContain('/assets/frame.js')
  expect(await ask(stack.url, '/v1/login/email', { email })).toMatchObject({ action: 'VERIFY_OTP' })
  expect((await stack.mail.next(email)).text).toMatch(/Your code is \d{6}/)
  const { uri = '' } = await ask(stack.url, '/v1/login/social/start', { provider: 'github' })
  expect(uri.startsWith(`${stack.openId?.issuer}/`)).toBe(true)
  await stack.stop()
  await expect(fetch(stack.url)).rejects.toThrow()
})

test('knows its people again when it is started again on its folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-wallet-test-'))
  let now = Date.now()
  const options = { folder, clock: { now: () => now } }
  const first = await startEmbeddedWallet(options)
  await ask(first.url, '/v1/login/email', { email })
  const port = Number(new URL(first.url).port)
  await first.stop()
  const second = await startEmbeddedWallet({ ...options, port })
  expect(second.url).toBe(first.url)
  // The pause after the first mail is still on.
  expect(await ask(second.url, '/v1/login/email', { email })).toMatchObject({ code: 'email_throttled' })
  now += 30_000
  expect(await ask(second.url, '/v1/login/email', { email })).toMatchObject({ action: 'VERIFY_OTP' })
  await second.stop()
  await rm(folder, { recursive: true })
})
