import { expect, test } from './fixtures.js'
import { dialog } from './page.js'

test('fifty times open and close leave nothing behind', async ({ page, openApp }) => {
  await openApp()
  const client = await page.context().newCDPSession(page)

  async function cycle(times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) {
      await page.getByTestId('connect-button').click()
      await expect(dialog(page).getByRole('button', { name: /Test wallet/ })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toBeHidden()
    }
  }

  async function measure() {
    await client.send('HeapProfiler.collectGarbage')
    await client.send('HeapProfiler.collectGarbage')
    const counters = await client.send('Memory.getDOMCounters')
    const { usedSize } = await client.send('Runtime.getHeapUsage')
    return { ...counters, usedSize }
  }

  // The first cycles load the chunk and fill caches.
  await cycle(5)
  const before = await measure()
  await cycle(50)
  const after = await measure()
  expect(after.nodes).toBeLessThanOrEqual(before.nodes + 20)
  expect(after.jsEventListeners).toBeLessThanOrEqual(before.jsEventListeners + 5)
  expect(after.usedSize).toBeLessThan(before.usedSize * 1.15 + 500_000)
  expect(await page.locator('dialog').count()).toBeLessThanOrEqual(1)
})
