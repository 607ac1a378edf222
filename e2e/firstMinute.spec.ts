import { join } from 'node:path'
import { ed25519 } from '@noble/curves/ed25519.js'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { base58 } from '@scure/base'
import { parseUnits } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { frame, press } from './emailLoginPage.js'
import { openPlaygroundNodes } from './playgroundNodes.js'
import { approveUntil, openMails, readCode, wallet } from './playgroundPage.js'
import { startExample } from './runExample.js'
import type { RunningServer } from './staticServer.js'

/**
 * What a person who has never seen it does in the first minutes, in the playground. Everything is found by the name
 * that the person reads, and nothing outside of the widget has to be read to go on.
 */
test.describe.configure({ mode: 'serial', timeout: 240_000 })
let site: RunningServer

test.beforeAll(async () => {
  test.setTimeout(300_000)
  const tsx = join(import.meta.dirname, '../node_modules/.bin/tsx')
  site = await startExample('playground', [tsx, 'serve.ts'], {})
})

test.afterAll(() => site.stop())

async function open(page: Page): Promise<readonly string[]> {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(site.url.replace('localhost', '127.0.0.1'))
  return problems
}

test('connects, sees the account and sends', async ({ page }) => {
  const problems = await open(page)
  // On the page, not in the window: pressing what is below the window's edge scrolls to it.
  const placeOfTheme = () =>
    page.getByText('Theme', { exact: true }).evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x: x + window.scrollX, y: y + window.scrollY, width, height }
    })
  const before = await placeOfTheme()
  await page.getByRole('button', { name: /Test wallet/ }).click()
  await page.getByRole('button', { name: 'Connect all' }).click()
  await approveUntil(page, page.getByText('robin.eth'))
  expect(await placeOfTheme(), 'nothing below the hint may jump').toEqual(before)
  await expect(page.getByText('Local USD', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByText('118.2', { exact: false }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Send', exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.05')
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('alice.eth')
  await page.getByRole('button', { name: 'Preview Send' }).click()
  await page.getByRole('button', { name: 'Send 0.05 ETH' }).click()
  await expect(wallet(page)).toContainText('Send 0.05 ETH?')
  await approveUntil(page, page.getByText('0.05 ETH sent'))
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('robin.eth')).toBeVisible()
  expect(problems).toEqual([])
})

/** What the pictures of a list say, each of which was really drawn. */
async function drawnPictures(list: Locator): Promise<readonly string[]> {
  const pictures = list.getByRole('img')
  await expect(async () => {
    const widths = await list
      .locator('img')
      .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))
    expect(widths.length).toBeGreaterThanOrEqual(await pictures.count())
    expect(widths).not.toContain(0)
  }).toPass()
  return pictures.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
}

test('shows what the account is worth, on which networks, with pictures, a month of history and a name', async ({
  page,
}) => {
  const problems = await open(page)
  await page.getByRole('button', { name: /Test wallet/ }).click()
  await page.getByRole('button', { name: 'Connect all' }).click()
  await approveUntil(page, page.getByText('robin.eth'))

  const tokens = page.getByRole('list', { name: 'Tokens' })
  await expect(page.getByText(/^\$[1-9]/).first()).toBeVisible()
  expect(await drawnPictures(tokens)).toEqual(['ETH on Local One', 'LUSD on Local One', 'LGLD on Local One'])
  for (const row of await tokens.getByRole('listitem').all())
    await expect(row).toContainText(/\$[1-9][\d,]*\.\d\d$/)

  await page.getByRole('tab', { name: 'All networks' }).click()
  const everywhere = page.getByRole('tabpanel', { name: 'All networks' })
  for (const network of ['Local One', 'Local Two'])
    await expect(everywhere.getByRole('img', { name: new RegExp(`on ${network}$`) }).first()).toBeVisible()

  await page.getByRole('tab', { name: 'Activity' }).click()
  const times = page.getByRole('list', { name: 'Activity' }).locator('time')
  await expect(times.nth(9)).toBeVisible()
  const days = await times.evaluateAll((all) =>
    all.map((one) => Date.parse((one as HTMLTimeElement).dateTime) / 86_400_000),
  )
  expect(Math.max(...days) - Math.min(...days)).toBeGreaterThan(20)
  expect(problems).toEqual([])
})

test('signs in, and the server knows who it is', async ({ page }) => {
  const problems = await open(page)
  await page.getByRole('switch', { name: 'Sign in' }).check()
  await page.getByRole('button', { name: /Test wallet/ }).click()
  await page.getByRole('button', { name: 'EVM networks' }).click()
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
  await approveUntil(page, signIn)
  await signIn.click()
  await expect(wallet(page)).toContainText('Sign this message?')
  await approveUntil(page, page.getByText(/^eip155:31337:0x/))
  expect(problems).toEqual([])
})

test('buys with the local provider, and pays a bill with a token that it did not ask for', async ({
  page,
}) => {
  const problems = await open(page)
  await page.getByRole('button', { name: /Test wallet/ }).click()
  await page.getByRole('button', { name: 'EVM networks' }).click()
  await approveUntil(page, page.getByText('robin.eth'))

  await page.getByRole('button', { name: 'Buy', exact: true }).last().click()
  await page.getByRole('button', { name: '$100', exact: true }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Pay $100 at Local provider' }).click()
  const provider = await opened
  await provider.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(provider.getByRole('heading')).toHaveText('Paid')
  await provider.close()
  await expect(page.getByText('0.032583 ETH arrived', { exact: true })).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Pay 7.50 LUSD' }).click()
  await page
    .getByRole('button', { name: /Swapped to LUSD/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^Pay up to / }).click()
  await approveUntil(page, page.getByText(/^The shop found order-[\da-f]{8} on the node: paid in 0x/))
  expect(problems).toEqual([])
})

/** Fills in, reviews and confirms a swap for dollars by what the person reads, and returns what they were told. */
async function swapForDollars(page: Page, amount: string, symbol: string) {
  await page.getByRole('button', { name: 'Swap', exact: true }).first().click()
  // Until the coin is chosen, there are two tokens to select.
  await expect(page.getByRole('button', { name: `${symbol}, change token` })).toBeVisible()
  await page.getByRole('button', { name: 'Select token', exact: true }).first().click()
  await page
    .getByRole('button', { name: /Local USD/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'You pay' }).fill(amount)
  await page.getByRole('button', { name: 'Review swap' }).click({ timeout: 30_000 })
  await expect(page.getByText('Max network fee')).toBeVisible({ timeout: 30_000 })
  const minimum = page.locator('dt', { hasText: 'Minimum received' }).locator('xpath=..')
  const least = digitsOf(await minimum.locator('dd').innerText())
  await page.getByRole('button', { name: `Swap ${amount} ${symbol}` }).click()
  const done = page.getByText(new RegExp(`^${amount}.${symbol} swapped for `))
  await approveUntil(page, done)
  const bought = digitsOf((await done.innerText()).split(' swapped for ')[1] ?? '')
  await page.getByRole('button', { name: 'Done' }).click()
  return { least: parseUnits(least, 6), bought: parseUnits(bought, 6) }
}

const digitsOf = (text: string) => text.replaceAll(/[^\d.]/g, '')

test('swaps on an EVM network and on Solana, and every figure is the node’s', async ({ page }) => {
  const problems = await open(page)
  const nodes = await openPlaygroundNodes(site.url)
  await page.getByRole('button', { name: /Test wallet/ }).click()
  await page.getByRole('button', { name: 'Connect all' }).click()
  await approveUntil(page, page.getByText('robin.eth'))
  const [block, before] = [await nodes.readBlock(), await nodes.readEvm()]
  const onEvm = await swapForDollars(page, '0.1', 'ETH')
  const after = await nodes.readEvm()
  expect(after.dollars - before.dollars).toBe(onEvm.bought)
  expect(onEvm.bought).toBeGreaterThanOrEqual(onEvm.least)
  expect(before.coins - after.coins).toBe(parseUnits('0.1', 18) + (await nodes.feesSince(block)))

  await page.getByRole('button', { name: /^Network: Local One/ }).click()
  await page.getByRole('button', { name: /Local Solana/ }).click()
  const held = await nodes.readSolana()
  const onSolana = await swapForDollars(page, '1.5', 'SOL')
  const now = await nodes.readSolana()
  expect(now.dollars - held.dollars).toBe(onSolana.bought)
  expect(onSolana.bought).toBeGreaterThanOrEqual(onSolana.least)
  // Beside what is sold only fees, and the deposit of an account for the token where there was none.
  const costs = held.coins - now.coins - parseUnits('1.5', 9)
  expect(costs > 0n && costs < parseUnits('0.005', 9), `${costs}`).toBe(true)
  expect(problems).toEqual([])
})

async function enterEmail(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Email' }).press('Enter')
}

test('without a wallet and without coins, buys something in three calls, agreed to once, while the shop pays the fee', async ({
  page,
}) => {
  const problems = await open(page)
  const email = 'shopper@example.com'
  await enterEmail(page, email)
  await expect(page.getByText(`Enter the code we sent to ${email}`)).toBeVisible()
  await page
    .getByRole('textbox')
    .first()
    .fill(await readCode(page, email))
  await press(page, 'I’ve written it down')
  await expect(page.getByRole('button', { name: 'Smart account', pressed: true })).toBeVisible()

  await page.getByRole('button', { name: 'Get 100 LUSD' }).click()
  await expect(page.getByText('You have 100 LUSD more.')).toBeVisible()
  const asked = page.getByRole('dialog', { name: 'Approve request' })
  const buy = page.getByRole('button', { name: 'Buy the mug for 7.50 LUSD' })
  await buy.click()
  await expect(frame(page).getByRole('heading')).toHaveText('Send 3 calls at once')
  await press(page, 'Decline')
  await expect(asked).toBeHidden()
  await expect(page.getByText('The mug is yours')).toBeHidden()

  await buy.click()
  const facts = frame(page).locator('dl > div')
  for (const step of ['1 of 3', '2 of 3', '3 of 3']) {
    await expect(facts.filter({ hasText: 'Step' }).filter({ hasText: step })).toHaveCount(1)
  }
  await expect(facts.filter({ hasText: 'You send' })).toContainText('7.5 LUSD')
  await expect(facts.filter({ hasText: 'You get' })).toContainText('1 item of RECEIPT')
  await expect(facts.filter({ hasText: 'Afterwards, someone can take your tokens' })).toHaveCount(0)
  await expect(facts.filter({ hasText: 'Network fee' })).toHaveText(/127\.0\.0\.1:\d+ pays it/)
  await press(page, 'Send')
  await expect(
    page.getByText(/^The mug is yours, and so is receipt 2\. The shop paid the network fee\.$/),
  ).toBeVisible()
  await expect(asked).toBeHidden()
  await expect(page.getByText('92.5 LUSD')).toBeVisible()
  expect(problems).toEqual([])
})

/** What the page tells of one chain. */
const panel = (page: Page, chain: string) => page.getByRole('region', { name: chain, exact: true })

async function readAccounts(page: Page): Promise<{ evm: string; solana: string }> {
  const accountOn = (chain: string) =>
    panel(page, chain).locator('dt', { hasText: 'Account' }).locator('xpath=..').locator('dd').innerText()
  return { evm: await accountOn('EVM networks'), solana: await accountOn('Solana') }
}

test('without a wallet, logs in by mail, receives, sends, signs in, exports the keys, and is in again on another device', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  const problems = await open(page)
  const email = 'newcomer@example.com'
  await page.getByRole('switch', { name: 'Sign in' }).check()
  await enterEmail(page, email)
  await expect(page.getByText(`Enter the code we sent to ${email}`)).toBeVisible()
  await page
    .getByRole('textbox')
    .first()
    .fill(await readCode(page, email))
  await expect(frame(page).locator('output')).toBeVisible({ timeout: 60_000 })
  const recoveryCode = await frame(page).locator('output').innerText()
  await press(page, 'I’ve written it down')

  // Signs in, with an account that no contract stands for yet.
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(frame(page).getByText('wants you to sign in')).toBeVisible()
  await press(page, 'Sign')
  await expect(page.getByText(/^eip155:31337:0x/)).toBeVisible({ timeout: 60_000 })
  const accounts = await readAccounts(page)
  expect(accounts.evm).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(accounts.solana).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)

  for (const chain of ['EVM networks', 'Solana']) {
    const own = panel(page, chain)
    await own.getByRole('button', { name: 'Get coins' }).click()
    await expect(own.getByText(/^Added \d test (?:ETH|SOL)$/)).toBeVisible({ timeout: 60_000 })
    await expect(own.locator('dt', { hasText: 'Balance' }).locator('xpath=..')).toHaveText(/[1-9]/)
    await own.getByRole('button', { name: 'Send yourself 0.01' }).click()
    await press(page, /^(?:Sign|Send)$/)
    await expect(own.getByText(/^confirmed · /)).toBeVisible({ timeout: 60_000 })
  }

  // Exports the keys, which this page never sees.
  await page.getByRole('button', { name: new RegExp(`${email}.*Logged in as`) }).click()
  await page.getByRole('button', { name: /^Export private key/ }).click()
  await press(page, 'Show keys')
  await expect(frame(page).locator('output').first()).toBeVisible()
  const [words = '', evmKey = '', solanaKey = ''] = await frame(page).locator('output').allInnerTexts()
  expect(mnemonicToAccount(words).address).toBe(privateKeyToAccount(evmKey as `0x${string}`).address)
  expect(base58.encode(ed25519.getPublicKey(base58.decode(solanaKey).slice(0, 32)))).toBe(accounts.solana)
  await press(page, 'Done')

  // Another browser, which knows nothing: a link in the mail, a code, and the recovery code.
  const other = await (await browser.newContext()).newPage()
  const otherProblems = await open(other)
  const device = other.getByText(`Open the link we sent to ${email}`)
  const field = other.getByRole('textbox', { name: 'Email' })
  await expect(async () => {
    // A mail comes every 30 seconds at most. The answer may come at any time, and takes the field away.
    if (!(await device.isVisible())) {
      await field.fill(email, { timeout: 2_000 })
      await field.press('Enter', { timeout: 2_000 })
    }
    await expect(device).toBeVisible({ timeout: 30_000 })
  }).toPass({ timeout: 150_000 })
  const mail = (await openMails(other, email)).filter({ hasText: 'approve-device' })
  await mail.getByRole('link', { name: /approve-device/ }).click()
  await mail.page().getByRole('button', { name: 'Approve' }).click()
  await expect(mail.page().getByText('Approved.')).toBeVisible()
  await mail.page().close()
  await expect(other.getByText(`Enter the code we sent to ${email}`)).toBeVisible({ timeout: 30_000 })
  await other
    .getByRole('textbox')
    .first()
    .fill(await readCode(other, email, 2))
  await frame(other).getByLabel('Recovery code').fill(recoveryCode)
  await press(other, 'Open wallet')
  await expect(panel(other, 'Solana')).toBeVisible({ timeout: 60_000 })
  expect(await readAccounts(other)).toEqual(accounts)
  await panel(other, 'Solana').getByRole('button', { name: 'Sign a message' }).click()
  await press(other, 'Sign')
  await expect(panel(other, 'Solana').locator('output')).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{80,}$/)
  await other.context().close()
  expect([...problems, ...otherProblems]).toEqual([])
})

test('reads how a plugin is set up, and goes on from there', async ({ page }) => {
  const problems = await open(page)
  await page.getByText('What a person can do', { exact: true }).click()
  await page.getByRole('link', { name: 'Swap: how to set it up' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('@latchkey/plugin-swap')
  await page.getByText('Measured', { exact: true }).click()
  await page.getByRole('link', { name: 'Bench results' }).click()
  await expect(page.getByRole('heading', { name: 'The connect job' })).toBeVisible()
  await page.getByRole('link', { name: 'Playground' }).click()
  await expect(page.getByRole('button', { name: /Test wallet/ })).toBeVisible()
  expect(problems).toEqual([])
})

test('connects a phone that scans the code on the screen', async ({ page }) => {
  const problems = await open(page)
  const phone = page.getByRole('region', { name: 'Test wallet on a phone' })
  await phone.getByRole('button', { name: 'Scan the screen' }).click()
  await expect(phone.getByRole('status')).toHaveText('Looking for a code on the screen…')
  await page.getByRole('button', { name: /^WalletConnect/ }).click()
  await expect(phone.getByRole('status')).toContainText('Connected.', { timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeEnabled()
  await expect(page.getByRole('button', { name: /^Copy address/ })).toBeVisible()
  expect(problems).toEqual([])
})

test('each option of the set-up is in its code, and the page goes on without an error', async ({ page }) => {
  const problems = [...(await open(page))]
  page.on('console', (message) => {
    // The server that verifies says so while nobody has signed in, and the crash test is there to fail.
    const isMeant = /Failed to load resource|to show what its failure costs/.test(message.text())
    if (message.type() === 'error' && !isMeant) problems.push(message.text())
  })
  const setUp = page.getByRole('region', { name: 'Configure' })
  const code = page.getByRole('region', { name: 'The code for this set-up' }).locator('code')
  await page.getByRole('button', { name: /Test wallet/ }).waitFor()
  const original = await code.innerText()
  const isChanged = (changed: boolean, option: string) =>
    expect.poll(async () => (await code.innerText()) !== original, option).toBe(changed)

  for (const title of ['What an account has', 'What a person can do', 'Examples'])
    await setUp.getByText(title, { exact: true }).click()
  const switches = await setUp.getByRole('switch').all()
  expect(switches.length).toBeGreaterThan(25)
  for (const option of switches) {
    const name = await option.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? '')
    await option.click()
    await isChanged(true, name)
    await option.click()
    await isChanged(false, name)
  }
  for (const [name, value] of [
    ['Font', 'Georgia'],
    ['Direction', 'Right to left'],
  ] as const) {
    await setUp.getByRole('combobox', { name }).selectOption(value)
    await isChanged(true, name)
    await setUp.getByRole('combobox', { name }).selectOption({ index: 0 })
  }
  await setUp.getByRole('slider', { name: 'Corners' }).fill('8')
  await isChanged(true, 'Corners')
  await expect(page.getByRole('button', { name: /Test wallet/ })).toBeVisible()
  expect(problems).toEqual([])
})
