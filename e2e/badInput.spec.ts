import { expect, test } from './fixtures.js'
import { connect, dialog } from './page.js'

test('a wallet with a hostile name and picture is shown as text', async ({ page, openApp, problems }) => {
  await openApp({
    wallet: {
      name: '<img src=x onerror=alert(1)>\u202eevil',
      rdns: 'dev.evil',
      icon: 'javascript:alert(1)',
    },
  })
  page.on('dialog', () => problems.push('a script ran'))
  await page.getByTestId('connect-button').click()
  await expect(dialog(page).getByRole('button', { name: /<img src=x/ })).toBeVisible()
  expect(await dialog(page).locator('img[src^="javascript"]').count()).toBe(0)
  expect(problems).toEqual([])
})

test('a wallet that answers garbage gets a coded sentence, and the page goes on', async ({
  page,
  openApp,
}) => {
  const wallet = await openApp()
  for (const method of ['eth_requestAccounts', 'eth_chainId'] as const) {
    await wallet.evaluate((control, name) => control.garbage('emptyObject', name), method)
    await connect(page, { settled: false })
    await expect(dialog(page)).toContainText('WALLET_ANSWER_INVALID')
    await expect(page.getByTestId('status')).toHaveText('disconnected')
    await wallet.evaluate((control, name) => control.garbage(undefined, name), method)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  }
  await connect(page)
})

test('damaged storage is dropped and reported', async ({ page, openApp }) => {
  await openApp()
  await connect(page)
  await page.evaluate(() => localStorage.setItem('latchkey:session', '{"connections":"all of them"}'))
  await page.reload()
  await expect(page.getByTestId('status')).toHaveText('disconnected')
  await connect(page)
})

test('a page that may not store anything still connects', async ({ page, openApp }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
  })
  await openApp({ wallet: { permitted: true } })
  await connect(page)
})

test('storage that is full loses nothing while the page lives', async ({ page, openApp }) => {
  await page.addInitScript(() => {
    const setItem = Storage.prototype.setItem
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith('latchkey:')) throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, key, value)
    }
  })
  await openApp()
  await connect(page)
  await page.getByTestId('sign-message').click()
  await expect(page.getByTestId('result')).toHaveText(/^0x/)
})

test('a wallet that goes away while the list is open does not break it', async ({ page, openApp }) => {
  const wallet = await openApp()
  await page.getByTestId('connect-button').click()
  await expect(dialog(page).getByRole('button', { name: /Test wallet/ })).toBeVisible()
  await wallet.evaluate((control) => control.disappear())
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})
