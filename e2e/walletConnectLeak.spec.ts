import { startRelay } from '@latchkey/devstack/relay'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.js'
import { dialog } from './page.js'

async function showCode(page: Page): Promise<void> {
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-walletConnect').click()
  await expect(page.getByTestId('lk-pairing-code')).toBeVisible()
}

test('thirty openings of the code are one client, one socket, one pairing, and leave nothing behind', async ({
  page,
  openApp,
}) => {
  test.setTimeout(600_000)
  const relay = await startRelay()
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  // Timers that the page set and neither cleared nor saw run.
  await page.addInitScript(() => {
    const pending = new Set<unknown>()
    const { setTimeout: later, clearTimeout: forget, setInterval: every, clearInterval: end } = window
    const timers = {
      setTimeout(run: () => void, delay?: number) {
        const timer = later(() => {
          pending.delete(timer)
          run()
        }, delay)
        pending.add(timer)
        return timer
      },
      clearTimeout(timer?: number) {
        pending.delete(timer)
        forget(timer)
      },
      setInterval(run: () => void, delay?: number) {
        const timer = every(run, delay)
        pending.add(timer)
        return timer
      },
      clearInterval(timer?: number) {
        pending.delete(timer)
        end(timer)
      },
    }
    Object.assign(window, timers, { pendingTimers: () => pending.size })
  })
  await openApp({ noWallet: true, app: { relayUrl: relay.url } })
  const client = await page.context().newCDPSession(page)

  async function cycle(times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) {
      await showCode(page)
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toBeHidden()
    }
  }
  async function measure() {
    await client.send('HeapProfiler.collectGarbage')
    await client.send('HeapProfiler.collectGarbage')
    const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters')
    const timers = await page.evaluate(() =>
      (window as unknown as { pendingTimers(): number }).pendingTimers(),
    )
    return { nodes, jsEventListeners, timers }
  }

  await cycle(5)
  const before = await measure()
  await cycle(30)
  const after = await measure()
  expect(after.nodes).toBeLessThanOrEqual(before.nodes + 20)
  expect(after.jsEventListeners).toBeLessThanOrEqual(before.jsEventListeners + 5)
  expect(after.timers).toBeLessThanOrEqual(before.timers + 5)
  expect(sockets).toHaveLength(1)
  const { clients, published } = relay.stats()
  expect(clients).toBe(1)
  // A pairing lives four minutes, and the machine may need longer than that.
  expect(published[1100]).toBeLessThanOrEqual(2)
  await relay.stop()
})

test('StrictMode makes one client and one pairing', async ({ page, openApp }) => {
  const relay = await startRelay()
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await openApp({ noWallet: true, app: { relayUrl: relay.url, strict: true } })
  await showCode(page)
  expect(sockets).toHaveLength(1)
  expect(relay.stats()).toMatchObject({ clients: 1, published: { 1100: 1 } })
  await relay.stop()
})
