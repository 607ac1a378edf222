import { expect, test } from './fixtures.js'
import { connect, dialog } from './page.js'

test('five hostile plugins at once cost only themselves', async ({ page, openApp }) => {
  await openApp({ app: { hostile: ['setup', 'start', 'listener', 'render', 'chunk'] } })
  await page.getByTestId('connect-button').click()
  await expect(dialog(page).getByRole('button', { name: /Test wallet/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await connect(page)
  await page.getByTestId('sign-message').click()
  await expect(page.getByTestId('result')).toHaveText(/^0x[0-9a-f]{130}$/)

  const report = await page.evaluate(() => {
    const { kernel } = window as unknown as {
      kernel: { inspect(): { plugins: readonly { id: string; phase: string; error?: { code: string } }[] } }
    }
    return kernel
      .inspect()
      .plugins.filter((plugin) => plugin.id.startsWith('hostile.'))
      .map((plugin) => [plugin.id, plugin.phase, plugin.error?.code])
  })
  expect(report).toEqual([
    ['hostile.setup', 'failed', 'PLUGIN_SETUP_FAILED'],
    ['hostile.start', 'failed', 'PLUGIN_START_FAILED'],
    ['hostile.listener', 'started', undefined],
    ['hostile.render', 'started', undefined],
    ['hostile.chunk', 'started', undefined],
  ])
})
