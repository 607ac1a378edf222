import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test as base } from './fixtures.js'
import { connect } from './page.js'

interface Sent {
  readonly url: string
  readonly domain: string
  readonly props: {
    readonly event: string
    readonly properties?: Readonly<Record<string, unknown>>
    readonly address?: string
  }
}

interface Receiver {
  readonly url: string
  readonly events: readonly Sent[]
  readonly requests: () => number
  refuse(): void
}

const test = base.extend<{ readonly receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
  receiver: async ({}, use) => {
    const events: Sent[] = []
    let count = 0
    let status = 202
    const server = createServer((request, response) => {
      const headers = {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': '600',
      }
      if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end()
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        count += 1
        if (status === 202) events.push(...[JSON.parse(body)].flat())
        response.writeHead(status, headers).end('{}')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/e`,
      events,
      requests: () => count,
      refuse: () => {
        status = 403
      },
    })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
})

const names = (receiver: Receiver) => receiver.events.map(({ props }) => props.event)

test('nothing is sent before consent, and what waits goes when the page is left', async ({
  page,
  chains,
  openApp,
  receiver,
  problems,
}) => {
  await openApp({ app: { analyticsUrl: receiver.url }, path: '/?token=secret#fragment' })
  await connect(page)
  await page.getByTestId('disconnect').click()
  await expect(page.getByTestId('status')).toHaveText('disconnected')
  expect(receiver.requests()).toBe(0)

  await page.evaluate(() => {
    window.__latchkeyConsent = true
  })
  await connect(page)
  await expect.poll(() => names(receiver), { timeout: 30_000 }).toContain('CONNECT_SUCCESS')
  await page.getByTestId('disconnect').click()
  await expect(page.getByTestId('status')).toHaveText('disconnected')
  // At once, without the time that a batch waits.
  await page.goto('about:blank')
  await expect.poll(() => names(receiver), { timeout: 30_000 }).toContain('DISCONNECT_SUCCESS')

  expect(names(receiver)[0]).toBe('INITIALIZE')
  expect(new Set(receiver.events.map(({ url }) => url))).toEqual(
    new Set([`${process.env['LATCHKEY_E2E_URL']}/`]),
  )
  const account = chains.main.accounts[0]!
  expect(JSON.stringify(receiver.events).toLowerCase()).not.toContain(account.address.slice(2).toLowerCase())
  expect(JSON.stringify(receiver.events)).not.toContain('secret')
  expect(problems).toEqual([])
})

test('what waits goes to the wallet-data service when the page is left, though nothing was sent before', async ({
  page,
  openApp,
  receiver,
  problems,
}) => {
  await page.addInitScript(() => {
    window.__latchkeyConsent = true
  })
  const url = receiver.url.replace(/\/e$/, '')
  await openApp({ app: { walletData: { url, analytics: true, networks: [] }, analyticsService: true } })
  await connect(page)
  // The code for sending is there.
  await page.waitForLoadState('networkidle')
  expect(receiver.requests()).toBe(0)
  await page.goto('about:blank')
  await expect.poll(() => names(receiver), { timeout: 30_000 }).toContain('CONNECT_SUCCESS')
  expect(problems).toEqual([])
})

test('a receiver that answers 403 gets one request, and the app goes on', async ({
  page,
  openApp,
  receiver,
  problems,
}) => {
  receiver.refuse()
  await page.addInitScript(() => {
    window.__latchkeyConsent = true
  })
  await openApp({ app: { analyticsUrl: receiver.url } })
  await connect(page)
  await expect.poll(() => receiver.requests(), { timeout: 30_000 }).toBe(1)
  await page.getByTestId('disconnect').click()
  await connect(page)
  await page.goto('about:blank')
  expect(receiver.requests()).toBe(1)
  // The browser itself reports the 403.
  expect(problems.filter((problem) => !problem.includes('403'))).toEqual([])
})
