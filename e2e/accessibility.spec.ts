import AxeBuilder from '@axe-core/playwright'
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
