// The pages that a mail or a provider leads to, in Chromium: whatever reaches them is text.
import { chromium, type Browser, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchOptions } from '../../test/openWalletPage.js'
import { appOrigin, createCaller, startService, type TestService } from '../../test/startService.js'

const markup =
  '"><b id="own">x</b><img src=x onerror="globalThis.wasRun=1"><script>globalThis.wasRun=1</script>'
const ascii = encodeURIComponent(markup)

let running: TestService
let browser: Browser
beforeAll(async () => {
  running = await startService({
    social: {
      github: {
        kind: 'oauth',
        ...{ clientId: 'client', clientSecret: 'secret', scope: 'read:user' },
        ...{
          authorizationEndpoint: 'https://github.example/authorize',
          tokenEndpoint: 'https://github.example/token',
        },
        ...{ userEndpoint: 'https://github.example/user', subjectField: 'id', nameField: 'name' },
      },
    },
  })
  browser = await chromium.launch(launchOptions)
})
afterAll(async () => {
  await browser.close()
  expect(running.faults).toEqual([])
  await running.stop()
})

/** Opens a page of the service, and fails when something in it ran or became an element. */
async function expectHarmless(
  path: string,
  look: (page: Page) => Promise<void>,
  prepare?: (page: Page) => Promise<unknown>,
  waitUntil: 'load' | 'commit' = 'load',
) {
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  await prepare?.(page)
  await page.goto(`${running.service.url}${path}`, { waitUntil })
  await look(page)
  expect(new URL(page.url()).origin).toBe(running.service.url)
  expect(await page.locator('b, img, [onerror], body script, head script:not([src])').count()).toBe(0)
  expect(await page.evaluate(() => 'wasRun' in globalThis)).toBe(false)
  expect(problems).toEqual([])
  await page.close()
}

describe('the page that approves a device', () => {
  const words = (page: Page, text: string) =>
    expect.poll(() => page.locator('body').innerText()).toContain(text)
  const answer = (page: Page, path: string, status: number, body: object) =>
    page.route(`**${path}`, (route) => route.fulfill({ status, json: body }))
  const link = `/approve-device#${'a'.repeat(43)}`

  test('names an app and a browser', async () => {
    const look = (page: Page) => words(page, `${markup} with ${markup}`)
    await expectHarmless(link, look, (page) =>
      answer(page, '/v1/approval/read', 200, { origin: markup, description: markup }),
    )
  })

  test('says why a link isn’t good any more', async () => {
    await expectHarmless(
      link,
      (page) => words(page, markup),
      (page) => answer(page, '/v1/approval/read', 404, { message: markup }),
    )
  })

  test('says why it couldn’t be approved', async () => {
    await expectHarmless(
      link,
      async (page) => {
        await page.getByRole('button', { name: 'Approve' }).click()
        await words(page, markup)
      },
      async (page) => {
        await answer(page, '/v1/approval/read', 200, { origin: appOrigin, description: 'Chrome' })
        await answer(page, '/v1/approval/approve', 404, { message: markup })
      },
    )
  })

  test('reads a token out of its address, and shows none of it', async () => {
    await expectHarmless(`/approve-device?${ascii}#${ascii}`, async (page) => {
      await expect.poll(() => page.locator('h1').innerText()).toBe('Approve a new device')
      expect(await page.locator('body').innerText()).not.toContain('own')
      expect(page.url()).toBe(`${running.service.url}/approve-device`)
    })
  })
})

describe('the page that a provider leads back to', () => {
  test.each(['code', 'state', 'error', 'error_description', 'iss'])('with markup as %s', async (name) => {
    await expectHarmless(`/social-callback?${name}=${ascii}`, async (page) => {
      expect(await page.locator('body').innerText()).toBe('Go back to the app and log in again.')
    })
  })

  test('with markup in the page of the app that it leads back to', async () => {
    const returnTo = `${appOrigin}/?a=${markup}#${markup}`
    const ask = createCaller(running.service.url)
    const { body } = await ask('/v1/login/social/start', { provider: 'github', returnTo })
    const state = new URL(body.uri).searchParams.get('state')
    const response = await fetch(`${running.service.url}/social-callback?state=${state}`)
    const text = await response.text()
    expect(text).not.toMatch(/<(?:b|img)\b/)
    expect(text.match(/<script/g)).toHaveLength(1)
    let left: URL | undefined
    await expectHarmless(
      `/social-callback?state=${state}`,
      async (page) => {
        const words = () => page.locator('body').innerText()
        await expect.poll(words).toBe('Go back to the app and log in again.')
        await expect.poll(() => left?.searchParams.get('a')).toBe(markup)
        expect(left?.searchParams.get('result_uri')).toContain(
          `${running.service.url}/social-callback?state=`,
        )
      },
      (page) =>
        page.route(`${appOrigin}/**`, (route) => {
          left = new URL(route.request().url())
          // Without content, the browser stays on the page of the service.
          return route.fulfill({ status: 204 })
        }),
      'commit',
    )
  })
})

describe('what the service says of a request', () => {
  test.each([
    [`/frame?origin=${ascii}`, 'text/html'],
    [`/frame?origin=${encodeURIComponent(`https://${markup}`)}`, 'text/html'],
    [`/${ascii}`, 'application/json'],
    [`/assets/${ascii}`, 'application/json'],
  ])('%s has nothing of it in it', async (path, type) => {
    const response = await fetch(`${running.service.url}${path}`)
    const text = await response.text()
    expect(text).not.toMatch(/<(?:b|img)\b|own/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const kind = response.headers.get('content-type') ?? ''
    // A text that a browser doesn't read as a page can't hold one.
    if (type === 'application/json' || response.status >= 400)
      expect(kind).toMatch(/^(?:application\/json|text\/plain)/)
  })

  test('is JSON, also where it repeats what was wrong', async () => {
    const ask = createCaller(running.service.url)
    for (const body of [{ email: markup }, { [markup]: markup }, markup, `"${markup.replaceAll('"', '')}"`]) {
      const { status, headers } = await ask('/v1/login/email', body)
      expect(status).toBe(400)
      expect(headers.get('content-type')).toMatch(/^application\/json/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })
})
