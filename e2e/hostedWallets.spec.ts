import { startRelay } from '@latchkey/devstack/relay'
import { expect, test } from './fixtures.js'
import { dialog } from './page.js'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test.beforeEach(({ page }) =>
  page.route('https://pictures.example/**', (route) =>
    route.fulfill({
      contentType: 'image/png',
      body: picture,
      headers: { 'cross-origin-resource-policy': 'cross-origin' },
    }),
  ),
)

test('a hosted list follows the built-in one, page by page, and is searched and filtered', async ({
  page,
  openApp,
  problems,
  requests,
}) => {
  const relay = await startRelay()
  await openApp({ app: { relayUrl: relay.url, hostedWallets: 250 } })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').click()
  const list = page.getByTestId('lk-directory-list')
  const rows = list.getByRole('button')
  await expect(rows.first()).toContainText('Installed')

  const search = page.getByTestId('lk-directory-search')
  await search.fill('Hosted 2')
  await expect(page.getByTestId('lk-directory-hosted-2')).toBeVisible()
  await search.fill('sted 24')
  await expect(page.getByTestId('lk-directory-hosted-249')).toBeVisible()
  await expect(rows).toHaveCount(11)
  await page.getByTestId('lk-directory-certified').click()
  await expect(rows).toHaveCount(6)
  await expect(rows.first()).toContainText('Certified')
  await page.getByTestId('lk-directory-certified').click()
  await search.fill('')

  // 250 wallets are behind the end of the list, forty at a time, and only the visible rows exist.
  const last = page.getByTestId('lk-directory-hosted-249')
  await expect(async () => {
    await list.evaluate((element) => {
      let box: Element | null = element
      while (box && box.scrollHeight <= box.clientHeight) box = box.parentElement
      box?.scrollTo(0, box.scrollHeight)
    })
    await expect(last).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(await rows.count()).toBeLessThan(40)

  await last.click()
  await expect(dialog(page)).toContainText('Scan with Hosted 249')
  await dialog(page).getByRole('button', { name: 'Back' }).click()
  await expect(search).toHaveValue('')
  await search.fill('Hosted 249')
  await expect(page.getByTestId('lk-directory-hosted-249')).toContainText('Last used')
  expect(requests.filter((url) => url.includes('tracker.example'))).toEqual([])
  expect(problems).toEqual([])
  await relay.stop()
})

test('a recommended wallet of the hosted list stands in the Connect view with its picture', async ({
  page,
  openApp,
  problems,
}) => {
  const relay = await startRelay()
  await openApp({ app: { relayUrl: relay.url, hostedWallets: 5 } })
  await page.getByTestId('connect-button').click()
  const row = page.getByTestId('lk-recommended').getByTestId('lk-directory-hosted-0')
  await expect(row.locator('img')).toHaveAttribute('src', 'https://pictures.example/0.png')
  await expect(row.locator('img')).toHaveAttribute('referrerpolicy', 'no-referrer')
  await row.click()
  await expect(dialog(page)).toContainText('Scan with Hosted 0')
  expect(problems).toEqual([])
  await relay.stop()
})
