// Logins other than by email, as a visitor meets them: the real frame on its own origin, and a real provider.
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { addAuthenticator } from './addAuthenticator.js'
import { expect } from './chains/fixtures.js'
import {
  askForMail,
  codeFrom,
  enterCode,
  frame,
  keepRecoveryCode,
  logIn,
  only,
  openPage,
  press,
  readAddresses,
  test,
} from './emailLoginPage.js'
import { configure } from './fixtures.js'
import { dialog } from './page.js'
import { readQrCode } from './readQrCode.js'

test.describe.configure({ timeout: 180_000 })
const hostName = 'localhost'
test.use({ social: true, hostName })

const socials = ['google', 'x', 'discord', 'github', 'apple', 'facebook']
const message = 'Hello, Latchkey'

test.beforeEach(async ({ configuration }) => {
  Object.assign(configuration.emailAuth as object, { socials })
})

const openConnect = (page: Page) => page.getByTestId('whole').getByTestId('connect-button').click()

/** Presses the button of a provider, and answers the window that opens in that press. */
async function openWindow(page: Page, provider: string): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    dialog(page).getByTestId(`social-selector-${provider}`).click(),
  ])
  return popup
}

/** Fills in the provider's own pages: who it is, and that the wallet may know. */
async function answerProvider(view: Page, name: string): Promise<void> {
  await view.locator('input[name="login"]').fill(name)
  await view.locator('input[name="password"]').fill('any')
  await view.getByRole('button', { name: 'Sign-in' }).click()
  await view.getByRole('button', { name: 'Continue' }).click()
}

async function logInAt(page: Page, provider: string, name: string): Promise<void> {
  // Nobody is signed in at the provider any more.
  await page.context().clearCookies()
  await openConnect(page)
  const popup = await openWindow(page, provider)
  const closed = popup.waitForEvent('close')
  await answerProvider(popup, name)
  await closed
}

const signOut = (page: Page) => only(page, 'eip155', 'disconnect').click()

test('a visitor logs in at a provider, signs on both chains, and gets the same wallet the next time', async ({
  page,
  configuration,
}) => {
  await openPage(page, configuration, hostName)
  await logInAt(page, 'google', 'alice')
  await keepRecoveryCode(page)
  const first = await readAddresses(page)
  await expect(dialog(page)).toBeHidden()
  await only(page, 'eip155', 'sign-message').click()
  await press(page, 'Sign')
  await expect(only(page, 'eip155', 'result')).toHaveText(/^0x/)
  const signature = ((await only(page, 'eip155', 'result').textContent()) ?? '') as `0x${string}`
  expect(await verifyMessage({ address: first.evm, message, signature })).toBe(true)
  await only(page, 'solana', 'sign-message').click()
  await press(page, 'Sign')
  await expect(only(page, 'solana', 'result')).toHaveText(/^\w{80,}$/)
  const signed = base58.decode((await only(page, 'solana', 'result').textContent()) ?? '')
  expect(ed25519.verify(signed, new TextEncoder().encode(message), base58.decode(first.solana))).toBe(true)

  // Is in again after a reload, and still known by the provider's name for the person.
  await page.reload()
  expect(await readAddresses(page)).toEqual(first)
  await page.getByTestId('whole').getByTestId('account-button').click()
  await expect(dialog(page).getByTestId('lk-email-account-row')).toContainText('alice')
  await dialog(page).getByTestId('lk-header-close').click()

  await signOut(page)
  await logInAt(page, 'google', 'alice')
  expect(await readAddresses(page)).toEqual(first)
})

test('every provider logs in; a window that is closed and a person who refuses are told, and try again', async ({
  page,
  configuration,
}) => {
  await openPage(page, configuration, hostName)
  const addresses = new Set<string>()
  for (const provider of ['x', 'discord', 'github', 'apple']) {
    await logInAt(page, provider, 'visitor')
    await keepRecoveryCode(page)
    addresses.add((await readAddresses(page)).evm)
    await signOut(page)
    await expect(page.getByTestId('whole').getByTestId('status')).toHaveText('disconnected')
  }
  await page.context().clearCookies()
  await openConnect(page)
  await (await openWindow(page, 'facebook')).close()
  await expect(
    dialog(page).getByText('Finish in the window that opened. If you closed it, try again.'),
  ).toBeVisible()
  const again = async () => {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      dialog(page).getByTestId('lk-social-retry').click(),
    ])
    return popup
  }
  const refusing = await again()
  await refusing.getByRole('link', { name: 'Cancel' }).click()
  await expect(dialog(page).getByText('You canceled at the sign-in page.')).toBeVisible()
  await answerProvider(await again(), 'visitor')
  await keepRecoveryCode(page)
  addresses.add((await readAddresses(page)).evm)
  // Accounts of two providers are two people, by the same name too.
  expect(addresses.size).toBe(5)
})

test.describe('a provider that cuts its window off from the page', () => {
  test.describe.configure({ timeout: 90_000 })
  test.use({ social: { openerPolicy: 'same-origin' } })

  test('logs in all the same: its window hands the answer to the page, and closes', async ({
    page,
    configuration,
  }) => {
    await openPage(page, configuration, hostName)
    await openConnect(page)
    const popup = await openWindow(page, 'google')
    // The app's page comes up there, too.
    await configure(popup, configuration)
    await popup.locator('input[name="login"]').waitFor()
    expect(await popup.evaluate(() => window.opener)).toBeNull()
    await expect(
      dialog(page).getByText('Finish in the window that opened. If you closed it, try again.'),
    ).toBeVisible()
    await answerProvider(popup, 'dora')
    await keepRecoveryCode(page)
    const { evm } = await readAddresses(page)
    if (!popup.isClosed()) {
      await expect(dialog(popup).getByText('Continue in the window you came from.')).toBeVisible()
    }
    await page.reload()
    expect((await readAddresses(page)).evm).toBe(evm)
  })

  test('logs in in its own window where the page is gone', async ({ page, configuration }) => {
    await openPage(page, configuration, hostName)
    await openConnect(page)
    const popup = await openWindow(page, 'google')
    // The app's page comes up there, too.
    await configure(popup, configuration)
    await popup.locator('input[name="login"]').waitFor()
    await page.close()
    await answerProvider(popup, 'emil')
    await keepRecoveryCode(popup)
    expect((await readAddresses(popup)).evm).toMatch(/^0x/)
  })
})

test('where no window opens, the page leaves for the provider and comes back logged in', async ({
  page,
  configuration,
}) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await openPage(page, configuration, hostName)
  await page.evaluate(() => history.replaceState(null, '', '?from=shop#basket'))
  await openConnect(page)
  await dialog(page).getByTestId('social-selector-github').click()
  await answerProvider(page, 'carol')
  await keepRecoveryCode(page)
  const { evm } = await readAddresses(page)
  // The answer is taken out of the address, and everything else stays.
  expect(page.url()).toMatch(/chains\.html\?from=shop#basket$/)
  await page.reload()
  expect((await readAddresses(page)).evm).toBe(evm)
})

test('a phone that scans the code logs in with Farcaster; a code that expired or was given up logs nobody in', async ({
  page,
  farcaster,
  configuration,
}) => {
  if (!farcaster) throw new Error('Farcaster was not started.')
  Object.assign(configuration.emailAuth as object, { socials: ['farcaster', 'google'] })
  await openPage(page, configuration, hostName)
  const code = dialog(page).getByTestId('lk-farcaster-code')
  const open = async () => {
    await dialog(page).getByTestId('social-selector-farcaster').click()
    await expect(code).toBeVisible()
    return (await readQrCode(code)) ?? ''
  }
  await openConnect(page)
  farcaster.expire(await open())
  await expect(dialog(page).getByText('This code has expired. Request a new one.')).toBeVisible()
  await dialog(page).getByTestId('lk-farcaster-retry').click()
  await expect(code).toBeVisible()
  const givenUp = (await readQrCode(code)) ?? ''

  // Scanning a code after leaving its view doesn't log in, and the email field still works.
  await dialog(page).getByTestId('header-back').click()
  await farcaster.scan(givenUp, farcaster.bob)
  await dialog(page).getByTestId('lk-email').fill('visitor@example.com')
  await dialog(page).getByTestId('lk-email-submit').click()
  await expect(dialog(page).getByTestId('lk-email-otp')).toBeVisible()
  await dialog(page).getByTestId('header-back').click()
  expect(farcaster.read(givenUp)).toBeDefined()
  await expect(page.getByTestId('whole').getByTestId('status')).toHaveText('disconnected')

  const phone = await page.context().newPage()
  await phone.goto(await open())
  await phone.getByRole('button', { name: 'Sign in as @alice' }).click()
  await expect(phone.getByRole('heading', { name: 'Signed in' })).toBeVisible()
  await phone.close()
  await keepRecoveryCode(page)
  const first = await readAddresses(page)
  await expect(dialog(page)).toBeHidden()
  await page.getByTestId('whole').getByTestId('account-button').click()
  await expect(dialog(page).getByTestId('lk-email-account-row')).toContainText('alice')
  await dialog(page).getByTestId('lk-header-close').click()

  await signOut(page)
  await openConnect(page)
  await farcaster.scan(await open(), farcaster.alice)
  expect(await readAddresses(page)).toEqual(first)
})

test('the email address is changed by a code to each address, and a code opens nothing twice', async ({
  page,
  walletService,
  configuration,
}) => {
  const [before, after] = ['before@example.com', 'after@example.com']
  await openPage(page, configuration, hostName)
  const mails = await askForMail(page, walletService, before)
  const spent = await codeFrom(walletService, before, mails)
  await enterCode(page, spent)
  await keepRecoveryCode(page)
  const { evm } = await readAddresses(page)
  walletService.pass(30_000)

  await page.getByTestId('whole').getByTestId('account-button').click()
  await dialog(page).getByTestId('lk-email-account-row').click()
  await dialog(page).getByTestId('lk-email-change-row').click()
  await dialog(page).getByTestId('lk-email-new').fill(after)
  await dialog(page).getByTestId('lk-email-save').click()
  await expect(dialog(page).getByTestId('lk-email-primary-otp')).toContainText(before)
  const primary = await codeFrom(walletService, before, mails + 1)
  await enterCode(page, primary)
  await expect(dialog(page).getByTestId('lk-email-secondary-otp')).toContainText(after)
  const secondary = await codeFrom(walletService, after)
  // Neither the code of the login nor the one that was just used is good for this.
  for (const used of [spent, primary].filter((code) => code !== secondary)) {
    await enterCode(page, used)
    await expect(dialog(page).getByText('This code isn’t right. Check it and try again.')).toBeVisible()
  }
  await enterCode(page, secondary)
  await expect(dialog(page).getByTestId('lk-email-logged-in')).toContainText(after)
  expect((await walletService.mail.next(before, mails + 2)).subject).toBe(
    'Your wallet has a new email address',
  )
  await page.reload()
  expect((await readAddresses(page)).evm).toBe(evm)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain(after)

  // The new address is the one to log in with, on this device without another approval.
  await signOut(page)
  walletService.pass(30_000)
  const sent = await askForMail(page, walletService, after)
  await enterCode(page, await codeFrom(walletService, after, sent))
  expect((await readAddresses(page)).evm).toBe(evm)
})

test('a passkey logs in, makes the wallet without a code, and opens it on a device that knows nothing', async ({
  page,
  configuration,
}) => {
  Object.assign(configuration.emailAuth as object, { passkey: true })
  await addAuthenticator(page)
  await openPage(page, configuration, hostName)
  await openConnect(page)
  await dialog(page).getByTestId('lk-passkey').click()
  await press(page, 'Make a new passkey')
  const first = await readAddresses(page)
  await only(page, 'eip155', 'sign-message').click()
  await press(page, 'Sign')
  await expect(only(page, 'eip155', 'result')).toHaveText(/^0x/)

  // A code is another way back, made when the person wants one.
  await page.getByTestId('whole').getByTestId('account-button').click()
  await dialog(page).getByTestId('lk-email-account-row').click()
  await expect(dialog(page).getByTestId('lk-has-passkey')).toBeVisible()
  await dialog(page).getByTestId('lk-add-code').click()
  expect(await keepRecoveryCode(page)).toMatch(/^(?:[0-9A-Z]{5}-){5}[0-9A-Z]{4}$/)
  await expect(dialog(page).getByTestId('lk-add-code')).toHaveCount(0)
  await dialog(page).getByTestId('lk-header-close').click()
  await signOut(page)

  // What the device kept of the wallet is gone: share, session and all.
  const own = page.frames().find((one) => one.url().includes('/frame?'))
  await own?.evaluate(() => localStorage.clear())
  await page.reload()
  await openConnect(page)
  await dialog(page).getByTestId('lk-passkey').click()
  await press(page, 'Use passkey')
  expect(await readAddresses(page)).toEqual(first)
  await only(page, 'solana', 'sign-message').click()
  await press(page, 'Sign')
  await expect(only(page, 'solana', 'result')).toHaveText(/^\w{80,}$/)
})

test('a passkey that is added from the account opens the wallet on a new device; one that can’t says what does', async ({
  page,
  walletService,
  configuration,
}) => {
  Object.assign(configuration.emailAuth as object, { passkey: true })
  const takeAway = await addAuthenticator(page, false)
  await openPage(page, configuration, hostName)
  const { recoveryCode, ...first } = await logIn(page, walletService, 'keys@example.com')
  expect(recoveryCode).not.toBe('')
  await page.getByTestId('whole').getByTestId('account-button').click()
  await dialog(page).getByTestId('lk-email-account-row').click()
  const add = async () => {
    await dialog(page).getByTestId('lk-add-passkey').click()
    await press(page, 'Add passkey')
  }
  await add()
  await expect(
    frame(page).getByText('you still need the recovery code or passkey that you have'),
  ).toBeVisible()
  await press(page, 'Done')
  await add()
  await expect(frame(page).getByText('This device has a passkey of your wallet already.')).toBeVisible()
  await press(page, 'Cancel')
  await takeAway()

  await addAuthenticator(page)
  await add()
  await expect(dialog(page).getByTestId('lk-has-passkey')).toBeVisible()
  await dialog(page).getByTestId('lk-header-close').click()
  await signOut(page)
  const own = page.frames().find((one) => one.url().includes('/frame?'))
  await own?.evaluate(() => localStorage.clear())
  await page.reload()
  await openConnect(page)
  await dialog(page).getByTestId('lk-passkey').click()
  await press(page, 'Use passkey')
  expect(await readAddresses(page)).toEqual(first)
})

test('whom the app vouches for has a wallet without another login; what the app’s server did not sign opens none', async ({
  page,
  host,
  configuration,
}) => {
  Object.assign(configuration, { tokenUrl: host.tokenUrl })
  await openPage(page, configuration, hostName)
  const result = page.getByTestId('host-login-result')
  const connect = () => page.getByTestId('host-login').click()
  const past = Math.floor(Date.now() / 1000) - 3600
  const lies: Parameters<typeof host.answer>[0][] = [
    ({ token }) => token({ aud: 'another-wallet' }),
    ({ token }) => token({ iss: 'https://evil.example' }),
    ({ token }) => token({ iat: past, exp: past + 60 }),
    ({ token, stranger }) => token({}, {}, stranger),
    ({ token, publicPem }) => token({}, { alg: 'HS256' }, publicPem),
    ({ token }) => `${token({}, { alg: 'none' }).split('.').slice(0, 2).join('.')}.x`,
  ]
  for (const [index, lie] of lies.entries()) {
    host.answer(lie)
    await connect()
    await expect.poll(host.asked).toBe(index + 1)
    await expect(result).toHaveText('LOGIN_FAILED: You couldn’t be logged in. Start over.')
  }
  await expect(page.getByTestId('whole').getByTestId('status')).toHaveText('disconnected')

  host.answer(({ token }) => token())
  await connect()
  await keepRecoveryCode(page)
  const first = await readAddresses(page)
  await expect(result).toHaveText('success')
  await expect(dialog(page)).toBeHidden()
  await page.getByTestId('whole').getByTestId('account-button').click()
  await expect(dialog(page).getByTestId('lk-email-account-row')).toContainText('Erin')
  await dialog(page).getByTestId('lk-header-close').click()
  // Once for each login, and not for a reload.
  expect(host.asked()).toBe(lies.length + 1)
  await page.reload()
  expect(await readAddresses(page)).toEqual(first)
  expect(host.asked()).toBe(lies.length + 1)

  await signOut(page)
  host.answer(({ token }) => token({ name: 'Erin the second' }))
  await connect()
  expect(await readAddresses(page)).toEqual(first)
  await signOut(page)
  host.answer(({ token }) => token({ sub: 'customer-2' }))
  await connect()
  await keepRecoveryCode(page)
  expect((await readAddresses(page)).evm).not.toBe(first.evm)
})
