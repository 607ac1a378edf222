import AxeBuilder from '@axe-core/playwright'
import { startRelay } from '@latchkey/devstack/relay'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.js'
import { connect, dialog } from './page.js'

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).include('dialog').analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

for (const mode of ['light', 'dark'] as const) {
  test(`axe has nothing to say in the ${mode} theme`, async ({ page, openApp }) => {
    await openApp({ app: { provider: { theme: mode } } })
    await page.getByTestId('connect-button').click()
    await expect(dialog(page).getByRole('button', { name: /Test wallet/ })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await connect(page)
    await page.getByTestId('account-button').click()
    await expect(dialog(page).getByRole('button', { name: /disconnect/i })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByTestId('lk-network-button').click()
    await expect(dialog(page).getByRole('button', { name: /Local two/ })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
}

/** A wallet with every kind of link. */
const everywhere = {
  id: 'everywhere',
  name: 'Everywhere Wallet',
  links: {
    native: 'everywhere://',
    webapp: 'https://web.everywhere.example',
    desktop: 'everywhere-desktop://',
  },
  stores: {
    ios: 'https://apps.apple.com/app/id1',
    android: 'https://play.google.com/store/apps/details?id=e',
  },
}

for (const mode of ['light', 'dark'] as const) {
  test(`axe has nothing to say of pairing and the list of wallets in the ${mode} theme`, async ({
    page,
    openApp,
  }) => {
    // The checks take long, and there are six of them.
    test.slow()
    const relay = await startRelay()
    const directory = { custom: [everywhere] }
    const provider = { theme: mode }
    await openApp({ app: { relayUrl: relay.url, hostedWallets: 50, directory, provider } })
    await page.getByTestId('connect-button').click()
    await page.getByTestId('all-wallets').click()
    await expect(page.getByTestId('lk-directory-everywhere')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByTestId('lk-directory-mobile').click()
    await page.getByTestId('lk-directory-search').fill('no such wallet')
    await expect(page.getByTestId('lk-directory-show-all')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByTestId('lk-directory-show-all').click()
    await page.getByTestId('lk-directory-everywhere').click()
    await expect(page.getByTestId('lk-pairing-code')).toBeVisible()
    expect(await violations(page)).toEqual([])
    for (const tab of ['web', 'desktop']) {
      await page.getByTestId(`lk-pairing-tab-${tab}`).click()
      await expect(page.getByTestId(`lk-open-${tab}`)).toBeVisible()
      expect(await violations(page)).toEqual([])
    }
    await page.getByTestId('lk-get-wallet').click()
    await expect(page.getByTestId('lk-download-ios')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await relay.stop()
  })
}

test('the list of wallets works from the keyboard', async ({ page, openApp }) => {
  const relay = await startRelay()
  await openApp({ noWallet: true, app: { relayUrl: relay.url, directory: { custom: [everywhere] } } })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').focus()
  await page.keyboard.press('Enter')
  const search = page.getByTestId('lk-directory-search')
  await expect(page.getByTestId('lk-directory-everywhere')).toBeVisible()
  await search.focus()
  await page.keyboard.type('wal')
  await expect(page.getByTestId('lk-directory-count')).toHaveText(/^\d+ wallets found$/)
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByTestId('lk-directory-mobile')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByTestId('lk-directory-mobile')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Tab')
  await expect(page.getByTestId('lk-directory-browser')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByTestId('lk-directory-everywhere')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('lk-pairing-code')).toBeVisible()
  await page.getByTestId('lk-pairing-tab-code').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByTestId('lk-pairing-tab-web')).toBeFocused()
  await expect(page.getByTestId('lk-open-web')).toBeVisible()
  await relay.stop()
})

test('the whole way works from the keyboard, and focus comes back', async ({ page, openApp }) => {
  await openApp()
  const button = page.getByTestId('connect-button')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  const wallet = dialog(page).getByRole('button', { name: /Test wallet/ })
  await expect(wallet).toBeVisible()
  for (let presses = 0; presses < 30; presses += 1) {
    if (await wallet.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  }
  await expect(wallet).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(button).toBeFocused()
})

test('reduced motion is respected', async ({ page, openApp }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openApp()
  await page.getByTestId('connect-button').click()
  await expect(dialog(page)).toBeVisible()
  const longest = await dialog(page).evaluate((element) =>
    Math.max(
      ...[element, ...element.querySelectorAll('*')].flatMap((node) =>
        getComputedStyle(node)
          .transitionDuration.split(',')
          .map((duration) => Number.parseFloat(duration) * (duration.includes('ms') ? 1 : 1000)),
      ),
    ),
  )
  expect(longest).toBeLessThanOrEqual(50)
})
