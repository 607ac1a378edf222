import AxeBuilder from '@axe-core/playwright'
import { installTestWallet } from '@latchkey/testkit/playwright'
import { configure, expect, test } from './fixtures.js'
import { connect, dialog, stateOf } from './page.js'
import { expectStatus, signButton, signIn, signInState } from './signInPage.js'
import { startSignInServer } from './signInServer.js'

const required = { app: { siwx: { required: true } } }

test('connecting requires a signature, and a reload keeps it', async ({
  page,
  chains,
  openApp,
  problems,
}) => {
  const wallet = await openApp(required)
  await connect(page)
  await expect(signButton(page)).toBeVisible()
  await expectStatus(page, 'signedOut')
  await page.keyboard.press('Escape')
  await page.getByTestId('lk-header-close').click()
  await expect(signButton(page)).toBeVisible()
  await signIn(page)
  const address = chains.main.accounts[0]!.address
  expect((await signInState(page)).sessions).toMatchObject([{ accountId: `eip155:31337:${address}` }])

  await page.reload()
  await expect(page.getByTestId('status')).toHaveText('connected')
  await expectStatus(page, 'signedIn')
  await expect(dialog(page)).toBeHidden()
  const methods = await wallet.evaluate((control) => control.requests.map(({ method }) => method))
  expect(methods).not.toContain('personal_sign')
  expect(problems).toEqual([])
})

test('a reload before signing asks again', async ({ page, openApp }) => {
  await openApp(required)
  await connect(page)
  await expect(signButton(page)).toBeVisible()
  await page.reload()
  await expect(signButton(page)).toBeVisible()
  await signIn(page)
})

test('cancel disconnects when it is required', async ({ page, openApp }) => {
  await openApp(required)
  await connect(page)
  await page.getByTestId('siwx-cancel').click()
  await expect(page.getByTestId('status')).toHaveText('disconnected')
  await expect(dialog(page)).toBeHidden()
  expect(await stateOf(page)).toMatchObject({ connections: [] })
  await page.getByTestId('connect-button').click()
  await expect(dialog(page).locator('[data-view="Connect"]')).toBeVisible()
  await expect(page.getByTestId('header-back')).toBeHidden()
})

test('a declined signature is told, and can be tried again', async ({ page, openApp }) => {
  const wallet = await openApp(required)
  await connect(page)
  await wallet.evaluate((control) => control.rejectNext('personal_sign'))
  await signButton(page).click()
  await expect(page.locator('.lk-snackbar', { hasText: 'Signature declined' })).toBeVisible()
  await signIn(page)
})

test('another network asks again, and cancel goes back to the one that was signed', async ({
  page,
  openApp,
}) => {
  await openApp(required)
  await connect(page)
  await signIn(page)
  await page.getByTestId('lk-network-button').click()
  await dialog(page)
    .getByRole('button', { name: /Local two/ })
    .click()
  await expect(signButton(page)).toBeVisible()
  await expect(page.getByTestId('network')).toHaveText('eip155:31338')
  await page.getByTestId('siwx-cancel').click()
  await expect(page.getByTestId('network')).toHaveText('eip155:31337')
  await expect(dialog(page)).toBeHidden()
  await expectStatus(page, 'signedIn')
})

test('another account asks again, and disconnecting ends the session', async ({ page, chains, openApp }) => {
  const wallet = await openApp(required)
  await connect(page)
  await signIn(page)
  const second = chains.main.accounts[1]!.address
  await wallet.evaluate((control, address) => control.switchAccount(address), second)
  await expect(signButton(page)).toBeVisible()
  await signIn(page)
  await page.getByTestId('disconnect').click()
  await expect(page.getByTestId('status')).toHaveText('disconnected')
  await connect(page)
  await expect(signButton(page)).toBeVisible()
})

test('when it is optional, closing keeps the wallet connected', async ({ page, openApp }) => {
  await openApp({ app: { siwx: {} } })
  await connect(page)
  await expect(signButton(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByTestId('status')).toHaveText('connected')
  await expectStatus(page, 'signedOut')
})

test('a server verifies the signature, and its cookie is the session', async ({
  page,
  openApp,
  problems,
}) => {
  const server = await startSignInServer(process.env['LATCHKEY_E2E_URL'] ?? '')
  try {
    const siwx = { required: true, backend: '/api/siwx', statement: 'Sign in to the test app.' }
    await openApp({ origin: server.url, app: { siwx } })
    await connect(page)
    await signIn(page)
    expect(server.signIns).toHaveLength(1)
    expect(server.signIns[0]).toMatchObject({ method: 'eip191', message: { statement: siwx.statement } })
    expect(await page.evaluate(() => document.cookie)).toBe('')

    await page.reload()
    await expectStatus(page, 'signedIn')
    await page.getByTestId('lk-network-button').click()
    await dialog(page)
      .getByRole('button', { name: /Local two/ })
      .click()
    await signIn(page)
    expect(server.signIns.map(({ message }) => message.chainId)).toEqual(['eip155:31337', 'eip155:31338'])

    await page.getByTestId('disconnect').click()
    await expect(page.getByTestId('status')).toHaveText('disconnected')
    await expect.poll(() => page.evaluate(async () => (await fetch('/api/siwx/me')).status)).toBe(401)
    expect(server.refused).toEqual([])
    // The browser itself reports every 401, which is what "not signed in" is.
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([])
  } finally {
    await server.stop()
  }
})

for (const mode of ['page', 'backend'] as const) {
  test(`a Solana wallet signs in with one approval of its own feature (${mode})`, async ({
    page,
    chains,
  }) => {
    const app = process.env['LATCHKEY_E2E_URL'] ?? ''
    const server = mode === 'backend' ? await startSignInServer(app) : undefined
    try {
      const wallet = await installTestWallet(page, {
        kind: 'solana',
        name: 'Sol wallet',
        chains: [{ chain: 'solana:devnet', rpcUrl: 'http://127.0.0.1:1' }],
      })
      await configure(page, {
        chains: [chains.main.chain],
        solana: true,
        siwx: { required: true, ...(server ? { backend: '/api/siwx' } : {}) },
      })
      await page.goto(server?.url ?? app)
      await connect(page, { wallet: 'Sol wallet' })
      await signIn(page)
      const methods = await wallet.evaluate((control) => control.requests.map(({ method }) => method))
      expect(methods.filter((method) => /sign/i.test(method))).toEqual(['solana:signIn'])
      if (server) expect(server.signIns[0]?.accountId).toMatch(/^solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:/)
    } finally {
      await server?.stop()
    }
  })
}

for (const theme of ['light', 'dark'] as const) {
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    test(`axe has nothing to say: ${theme}, ${width} wide`, async ({ page, openApp }) => {
      await page.setViewportSize({ width, height })
      await openApp({ app: { siwx: { required: true }, provider: { theme } } })
      await connect(page)
      await expect(signButton(page)).toBeVisible()
      await page.waitForTimeout(400)
      const pictures = process.env['SIWX_PICTURES']
      if (pictures) await page.screenshot({ path: `${pictures}/siwx-${theme}-${width}.png` })
      const { violations } = await new AxeBuilder({ page }).include('dialog').analyze()
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`),
      ).toEqual([])
    })
  }
}
