import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { pseudoText } from '../ui-react/src/messages/pseudoLocale.js'
import { countPresses } from './countPresses.js'
import { press } from './emailLoginPage.js'
import { approveUntil, readCode } from './playgroundPage.js'
import { startExample } from './runExample.js'
import type { RunningServer } from './staticServer.js'

/**
 * The paths of the first minute in words of other lengths, by visible names alone, and with no more presses than each may take. What the
 * person types isn't counted, and neither is what they press in the wallet's own window.
 */
test.describe.configure({ mode: 'serial', timeout: 240_000 })
let site: RunningServer

test.beforeAll(async () => {
  test.setTimeout(300_000)
  const tsx = join(import.meta.dirname, '../node_modules/.bin/tsx')
  site = await startExample('playground', [tsx, 'serve.ts'], {})
})

test.afterAll(() => site.stop())

/** As long as English, as long as German, and longer than any language. */
for (const growth of [0, 0.35, 0.7]) {
  const say = (text: string) => pseudoText(text, growth)
  const button = (page: Page, text: string) => page.getByRole('button', { name: say(text), exact: true })

  async function open(page: Page): Promise<void> {
    await page.goto(`${site.url.replace('localhost', '127.0.0.1')}?longer=${growth}`)
    await page.getByRole('switch', { name: 'Sign in' }).check()
  }

  async function send(page: Page, confirm: () => Promise<void>): Promise<void> {
    await button(page, 'Send').first().click()
    await page.getByRole('textbox', { name: say('Amount') }).fill('0.05')
    await page.getByRole('textbox', { name: say('To'), exact: true }).fill('alice.eth')
    await button(page, 'Preview Send').click()
    await button(page, 'Send 0.05 ETH').click()
    await confirm()
    await button(page, 'Done').click()
  }

  test(`connects by 2 presses, signs in by 2 and sends by 5, in words ${growth * 100} % longer`, async ({
    page,
  }) => {
    const presses = await countPresses(page)
    await open(page)
    presses.restart()
    await page.getByRole('button', { name: /Test wallet/ }).click()
    await button(page, 'EVM networks').click()
    const signIn = button(page, 'Sign in')
    await approveUntil(page, signIn)
    expect(presses.restart()).toBeLessThanOrEqual(2)

    await signIn.click()
    await approveUntil(page, page.getByText('robin.eth'))
    expect(presses.restart()).toBeLessThanOrEqual(2)

    await send(page, () => approveUntil(page, page.getByText(say('0.05 ETH sent'))))
    await expect(page.getByText('robin.eth')).toBeVisible()
    expect(presses.restart()).toBeLessThanOrEqual(5)
  })

  test(`logs in by email and sends by 12 presses, in words ${growth * 100} % longer`, async ({ page }) => {
    const presses = await countPresses(page)
    await open(page)
    await page.getByRole('switch', { name: 'Sign in' }).uncheck()
    presses.restart()
    const email = `words${growth * 100}@example.com`
    await page.getByRole('textbox', { name: say('Email') }).fill(email)
    await page.getByRole('textbox', { name: say('Email') }).press('Enter')
    await expect(page.getByText(say(`Enter the code we sent to ${email}`))).toBeVisible()
    const code = await readCode(page, email)
    await page.getByRole('textbox').first().fill(code)
    await press(page, 'I’ve written it down')
    const own = page.getByRole('region', { name: 'EVM networks', exact: true })
    await own.getByRole('button', { name: 'Get coins' }).click()
    await expect(own.getByText(/^Added \d test ETH$/)).toBeVisible({ timeout: 60_000 })
    await send(page, async () => {
      await press(page, 'Send')
      await expect(page.getByText(say('0.05 ETH sent'))).toBeVisible({ timeout: 60_000 })
    })
    expect(presses.restart()).toBeLessThanOrEqual(12)
  })
}
