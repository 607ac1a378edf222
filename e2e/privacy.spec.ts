import { expect, test } from './fixtures.js'
import { connect, dialog } from './page.js'

test('load, open and connect reach only hosts the developer configured', async ({
  page,
  chains,
  openApp,
  requests,
  problems,
}) => {
  await openApp()
  await page.getByTestId('connect-button').click()
  await expect(dialog(page).getByRole('button', { name: /Test wallet/ })).toBeVisible()
  const app = new URL(page.url()).origin
  const hosts = () => [
    ...new Set(requests.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).origin)),
  ]
  expect(hosts()).toEqual([app])

  await page.keyboard.press('Escape')
  await connect(page)
  await expect(page.getByTestId('balance')).toHaveText(/ETH$/)
  const allowed = new Set([app, chains.main.url, chains.second.url].map((url) => new URL(url).origin))
  expect(hosts().filter((origin) => !allowed.has(origin))).toEqual([])
  expect(problems).toEqual([])
})
