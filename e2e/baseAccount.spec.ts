// Coinbase's real SDK in the app, and a window that speaks its documented messages in place of Coinbase's.
import type { Page } from '@playwright/test'
import { type Hex, recoverMessageAddress } from 'viem'
import { configure, expect, test } from './fixtures.js'
import { type KeysAnswer, startKeysPage } from './keysPage.js'
import { dialog, stateOf } from './page.js'

type Stack = Parameters<typeof startKeysPage>[0]

async function open(page: Page, chain: Stack, options: object = {}) {
  const keys = await startKeysPage(chain)
  await keys.attach(page)
  await configure(page, { chains: [chain.chain], baseAccount: { keysUrl: keys.url, ...options } })
  await page.goto(process.env['LATCHKEY_E2E_URL'] ?? '')
  return keys
}

async function choose(page: Page): Promise<void> {
  await page.getByTestId('connect-button').click()
  await dialog(page)
    .getByRole('button', { name: /Base Account/ })
    .click()
}

test('connects by its window, signs, is there after a reload, and disconnects', async ({
  page,
  chains,
  requests,
  problems,
}) => {
  const keys = await open(page, chains.main, { preference: 'smartWalletOnly' })
  await choose(page)
  await expect(page.getByTestId('status')).toHaveText('connected')
  await expect(page.getByTestId('address')).toHaveText(keys.address)
  await expect(page.getByTestId('network')).toHaveText(`eip155:${chains.main.chainId}`)
  expect(keys.asked[0]).toMatchObject({ preference: { options: 'smartWalletOnly' } })
  expect((await stateOf(page)).connections[0]?.accounts[0]?.kind).toBe('smartAccount')

  await page.getByTestId('sign-message').click()
  await expect(page.getByTestId('result')).toContainText('0x')
  const signature = /0x[0-9a-f]{130}/.exec((await page.getByTestId('result').textContent()) ?? '')?.[0] as Hex
  expect(keys.asked.map(({ method }) => method)).toContain('personal_sign')
  expect(await recoverMessageAddress({ message: 'Hello, Latchkey', signature })).toBe(keys.address)

  await page.reload()
  await expect(page.getByTestId('status')).toHaveText('connected')
  expect(keys.asked.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
  await page.getByTestId('disconnect').click()
  await expect(page.getByTestId('status')).toHaveText('disconnected')
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /^-CBWSDK.*ccounts/.test(key))),
  ).toEqual([])
  await page.reload()
  await expect(page.getByTestId('status')).toHaveText('disconnected')
  const hosts = requests.filter((url) => !/^(?:data:|blob:|http:\/\/127\.0\.0\.1)/.test(url))
  expect(hosts).toEqual([])
  expect(problems).toEqual([])
  await keys.stop()
})

for (const [answer, sentence] of [
  ['reject', /declined|Nothing was shared|canceled/i],
  ['close', /declined|Nothing was shared|canceled/i],
] as const satisfies readonly (readonly [KeysAnswer, RegExp])[]) {
  test(`tells a window that is answered by "${answer}", and connects at the next try`, async ({
    page,
    chains,
  }) => {
    const keys = await open(page, chains.main)
    keys.control.answer = answer
    await choose(page)
    await expect(dialog(page).getByText(sentence).first()).toBeVisible({ timeout: 30_000 })
    await expect(page.getByTestId('status')).toHaveText('disconnected')
    keys.control.answer = 'approve'
    await dialog(page)
      .getByRole('button', { name: /try again/i })
      .click()
    await expect(page.getByTestId('status')).toHaveText('connected')
    await keys.stop()
  })
}

test('tells a window that was closed before it had loaded', async ({ page, chains }) => {
  const keys = await open(page, chains.main)
  keys.control.answer = 'neverLoad'
  const popup = page.waitForEvent('popup')
  await choose(page)
  await (await popup).close()
  await expect(dialog(page).getByRole('button', { name: /try again/i })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByTestId('status')).toHaveText('disconnected')
  await keys.stop()
})

test('can be left while its window never answers', async ({ page, chains }) => {
  const keys = await open(page, chains.main)
  keys.control.answer = 'hang'
  await choose(page)
  await expect.poll(() => keys.asked.some(({ method }) => method === 'eth_requestAccounts')).toBe(true)
  await expect(page.getByTestId('status')).toHaveText('connecting')
  await page.bringToFront()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('status')).toHaveText('disconnected')
  await keys.stop()
})
