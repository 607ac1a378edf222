// Passkeys where a browser makes none in a frame of another origin and tells no policy, as WebKit: Chromium with both taken away.
import type { Page } from '@playwright/test'
import { addAuthenticator } from './addAuthenticator.js'
import { expect } from './chains/fixtures.js'
import {
  askForMail,
  codeFrom,
  enterCode,
  frame,
  logIn,
  only,
  openPage,
  press,
  readAddresses,
  test,
} from './emailLoginPage.js'
import { dialog } from './page.js'

test.describe.configure({ timeout: 180_000 })
const hostName = 'localhost'
test.use({ hostName })

test.beforeEach(async ({ page, configuration }) => {
  Object.assign(configuration.emailAuth as object, { passkey: true })
  await page.context().addInitScript(() => {
    Reflect.deleteProperty(Document.prototype, 'featurePolicy')
    if (window.top === window) return
    navigator.credentials.create = () =>
      Promise.reject(
        new DOMException('The origin of the document is not the same as its ancestors.', 'NotAllowedError'),
      )
  })
})

const openConnect = (page: Page) => page.getByTestId('whole').getByTestId('connect-button').click()

/** Presses a button of the frame that opens the wallet's own window. */
async function openWindow(page: Page, name: string): Promise<Page> {
  const [view] = await Promise.all([page.waitForEvent('popup'), press(page, name)])
  await expect(view.getByRole('heading', { name: 'Make a passkey' })).toBeVisible()
  return view
}

async function makeIn(view: Page): Promise<void> {
  await addAuthenticator(view)
  const closed = view.waitForEvent('close')
  await view.getByRole('button', { name: 'Make passkey' }).click()
  await closed
}

const forget = async (page: Page) => {
  const own = page.frames().find((one) => one.url().includes('/frame?'))
  await own?.evaluate(() => localStorage.clear())
  await page.reload()
}

test('a window of the wallet makes the passkey; one that is closed, declined or blocked is told, and tried again', async ({
  page,
  configuration,
}) => {
  await openPage(page, configuration, hostName)
  await openConnect(page)
  await dialog(page).getByTestId('lk-passkey').click()
  await expect(frame(page).getByRole('button', { name: 'Make a new passkey' })).toBeVisible()
  const own = page.frames().find((one) => one.url().includes('/frame?'))
  await own?.evaluate(() => {
    const open = window.open.bind(window)
    window.open = () => {
      window.open = open
      return null
    }
  })
  await press(page, 'Make a new passkey')
  await expect(frame(page).getByText('Your browser blocked the wallet’s window.')).toBeVisible()
  await (await openWindow(page, 'Make a new passkey')).close()
  await expect(frame(page).getByText('That didn’t work. Try again, or choose another way.')).toBeVisible()
  const declined = await openWindow(page, 'Make a new passkey')
  const closed = declined.waitForEvent('close')
  await declined.getByRole('button', { name: 'Cancel' }).click()
  await closed
  await expect(frame(page).getByText('That didn’t work. Try again, or choose another way.')).toBeVisible()
  await makeIn(await openWindow(page, 'Make a new passkey'))
  await readAddresses(page)
  await only(page, 'eip155', 'sign-message').click()
  await press(page, 'Sign')
  await expect(only(page, 'eip155', 'result')).toHaveText(/^0x/)
  await page.getByTestId('whole').getByTestId('account-button').click()
  await dialog(page).getByTestId('lk-email-account-row').click()
  await expect(dialog(page).getByTestId('lk-has-passkey')).toBeVisible()
})

test('the window on its own, and one that another origin opens, makes nothing', async ({
  page,
  walletService,
  configuration,
}) => {
  await openPage(page, configuration, hostName)
  const address = new URL('/passkey', walletService.frameUrl).href
  const alone = await page.context().newPage()
  await alone.goto(address)
  await expect(alone.getByText('Go back to the app and try again.')).toBeVisible()
  const [view] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((url) => {
      const heard: unknown[] = []
      const opened = window.open(url)
      Object.assign(window, { heard, opened })
      window.addEventListener('message', ({ source, data }) => source === opened && heard.push(data))
    }, address),
  ])
  await view.waitForLoadState('load')
  const options = {
    challenge: 'AAAA',
    rp: { id: hostName, name: 'Another' },
    user: { id: 'AAAA', name: 'Another', displayName: 'Another' },
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  }
  await page.evaluate((asked) => {
    const { opened } = window as unknown as { opened: Window }
    opened.postMessage({ passkeyWindow: 'make', options: asked }, '*')
  }, options)
  // Answered after the message that was sent before.
  await view.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)))
  await expect(view.getByRole('button')).toHaveCount(0)
  expect(await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([])
})

test('who lost what the browser kept opens the wallet by a passkey, or by the code and is offered a passkey', async ({
  page,
  walletService,
  configuration,
}) => {
  await addAuthenticator(page)
  await openPage(page, configuration, hostName)
  const email = 'forgetful@example.com'
  const { recoveryCode, ...first } = await logIn(page, walletService, email)
  const logInAgain = async () => {
    await forget(page)
    walletService.pass(60_000)
    const sent = await askForMail(page, walletService, email)
    const { text } = await walletService.mail.next(email, sent)
    const approval = await page.context().newPage()
    await approval.goto(/https?:\S+approve-device\S+/.exec(text)?.[0] ?? '')
    await approval.getByRole('button', { name: 'Approve' }).click()
    await expect(approval.getByText('Approved.')).toBeVisible()
    await approval.close()
    await enterCode(page, await codeFrom(walletService, email, sent + 1))
  }

  await logInAgain()
  await frame(page).getByLabel('Recovery code').fill(recoveryCode)
  await press(page, 'Open wallet')
  await expect(frame(page).getByText('A passkey opens it the next time.')).toBeVisible()
  await press(page, 'Not now')
  expect(await readAddresses(page)).toEqual(first)

  // A browser that makes passkeys in the frame, so that the same device holds it afterwards.
  await page.getByTestId('whole').getByTestId('account-button').click()
  await dialog(page).getByTestId('lk-email-account-row').click()
  const own = page.frames().find((one) => one.url().includes('/frame?'))
  await own?.evaluate(() => Object.assign(document, { featurePolicy: { allowsFeature: () => true } }))
  await own?.evaluate(() => Reflect.deleteProperty(navigator.credentials, 'create'))
  await dialog(page).getByTestId('lk-add-passkey').click()
  await press(page, 'Add passkey')
  await expect(dialog(page).getByTestId('lk-has-passkey')).toBeVisible()
  await dialog(page).getByTestId('lk-header-close').click()
  await logInAgain()
  await press(page, 'Use your passkey')
  expect(await readAddresses(page)).toEqual(first)
  await only(page, 'eip155', 'sign-message').click()
  await press(page, 'Sign')
  await expect(only(page, 'eip155', 'result')).toHaveText(/^0x/)
})
