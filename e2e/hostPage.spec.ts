import { expect, test } from './fixtures.js'
import { type connect, dialog } from './page.js'

/** What a person would notice: size, colour and type of the widget's main parts. */
const looks = (element: Element) => {
  const style = getComputedStyle(element)
  const box = element.getBoundingClientRect()
  return {
    width: Math.round(box.width),
    height: Math.round(box.height),
    color: style.color,
    background: style.backgroundColor,
    font: style.fontSize,
    padding: style.padding,
    display: style.display,
  }
}

test('a host’s reset and element rules do not disfigure the widget', async ({ page, openApp }) => {
  async function measure() {
    await page.getByTestId('connect-button').click()
    const row = dialog(page).getByRole('button', { name: /Test wallet/ })
    await expect(row).toBeVisible()
    await expect(dialog(page)).toHaveCSS('opacity', '1')
    const found = {
      button: await page.getByTestId('connect-button').evaluate(looks),
      dialog: await dialog(page).evaluate(looks),
      row: await row.evaluate(looks),
    }
    return found
  }

  await openApp()
  const plain = await measure()
  await page.goto(`${process.env['LATCHKEY_E2E_URL']}/hostStyles.html`)
  expect(await measure()).toEqual(plain)
})

test('the views work inside the page, without a dialog', async ({ page, openApp, problems }) => {
  await openApp({ path: '/embedded.html' })
  await page.getByRole('button', { name: /Test wallet/ }).click()
  await expect(page.getByTestId('status')).toHaveText('connected')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  expect(problems).toEqual([])
})

test('two kernels on one page keep out of each other’s way', async ({ page, openApp, problems }) => {
  await openApp({ path: '/twoKernels.html' })
  await page.getByTestId('left').getByTestId('connect-button').click()
  await dialog(page)
    .getByRole('button', { name: /Test wallet/ })
    .click()
  await expect(page.getByTestId('status-left')).toHaveText('connected')
  await expect(page.getByTestId('status-right')).toHaveText('disconnected')
  await page.reload()
  await expect(page.getByTestId('status-left')).toHaveText('connected')
  await expect(page.getByTestId('status-right')).toHaveText('disconnected')
  expect(problems).toEqual([])
})

test('a narrow screen gets a bottom sheet that fits', async ({ page, openApp }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openApp()
  await page.getByTestId('connect-button').click()
  await expect(dialog(page).getByRole('button', { name: /Test wallet/ })).toBeVisible()
  await expect
    .poll(async () => {
      const box = await dialog(page).boundingBox()
      return box && { x: box.x, width: box.width, bottom: Math.round(box.y + box.height) }
    })
    .toEqual({ x: 0, width: 360, bottom: 740 })
  await connectFromOpen(page)
})

async function connectFromOpen(page: Parameters<typeof connect>[0]) {
  await dialog(page)
    .getByRole('button', { name: /Test wallet/ })
    .click()
  await expect(page.getByTestId('status')).toHaveText('connected')
}
