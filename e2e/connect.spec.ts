import { verifyMessage, verifyTypedData, type Hex } from 'viem'
import { expect, test } from './fixtures.js'
import { connect, dialog, stateOf } from './page.js'

test('a person connects, sees address and balance, signs, and is still there after a reload', async ({
  page,
  chains,
  openApp,
  problems,
}) => {
  const wallet = await openApp()
  const account = chains.main.accounts[0]!
  await expect(page.getByTestId('status')).toHaveText('disconnected')

  await connect(page)
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByTestId('address')).toHaveText(account.address)
  await expect(page.getByTestId('network')).toHaveText('eip155:31337')
  await expect(page.getByTestId('balance')).toHaveText(`${await chains.main.balanceOf(account.address)} ETH`)

  await page.getByTestId('sign-message').click()
  const signature = page.getByTestId('result')
  await expect(signature).toHaveText(/^0x[0-9a-f]{130}$/)
  expect(
    await verifyMessage({
      address: account.address,
      message: 'Hello, Latchkey',
      signature: (await signature.textContent()) as Hex,
    }),
  ).toBe(true)

  await page.getByTestId('sign-typed-data').click()
  await expect(signature).toHaveText(/^0x[0-9a-f]{130}$/)
  expect(
    await verifyTypedData({
      address: account.address,
      domain: { name: 'Latchkey', version: '1', chainId: 31337 },
      types: { Greeting: [{ name: 'text', type: 'string' }] },
      primaryType: 'Greeting',
      message: { text: 'Hello' },
      signature: (await signature.textContent()) as Hex,
    }),
  ).toBe(true)

  await page.reload()
  await expect(page.getByTestId('status')).toHaveText('connected')
  await expect(page.getByTestId('address')).toHaveText(account.address)
  const methods = await wallet.evaluate((control) => control.requests.map((request) => request.method))
  expect(methods).not.toContain('eth_requestAccounts')
  expect(problems).toEqual([])
})

test('a rejected connection is told calmly and can be tried again', async ({ page, openApp, problems }) => {
  const wallet = await openApp()
  await wallet.evaluate((control) => control.rejectNext('eth_requestAccounts'))
  await connect(page, { settled: false })
  await expect(dialog(page)).toContainText(/declined/i)
  await expect(page.getByTestId('status')).toHaveText('disconnected')
  await dialog(page)
    .getByRole('button', { name: /try again/i })
    .click()
  await expect(page.getByTestId('status')).toHaveText('connected')
  expect(problems).toEqual([])
})

test('a rejected signature reaches the app as USER_REJECTED', async ({ page, openApp }) => {
  const wallet = await openApp()
  await connect(page)
  await wallet.evaluate((control) => control.rejectNext('personal_sign'))
  await page.getByTestId('sign-message').click()
  await expect(page.getByTestId('result')).toHaveText(/^USER_REJECTED/)
  await expect(page.getByTestId('status')).toHaveText('connected')
})

test('networks are switched from the modal, in the wallet, and kept over a reload', async ({
  page,
  openApp,
}) => {
  const wallet = await openApp()
  await connect(page)
  await page.getByTestId('lk-network-button').click()
  await dialog(page)
    .getByRole('button', { name: /Local two/ })
    .click()
  await expect(page.getByTestId('network')).toHaveText('eip155:31338')
  expect(await wallet.evaluate((control) => control.requests.map((request) => request.method))).toContain(
    'wallet_switchEthereumChain',
  )

  await page.reload()
  await expect(page.getByTestId('network')).toHaveText('eip155:31338')
  await wallet.evaluate((control) => control.switchChain(31337))
  await expect(page.getByTestId('network')).toHaveText('eip155:31337')
})

test('a declined switch leaves the network as it was', async ({ page, openApp }) => {
  const wallet = await openApp()
  await connect(page)
  await wallet.evaluate((control) => control.rejectNext('wallet_switchEthereumChain'))
  await page.getByTestId('lk-network-button').click()
  await dialog(page)
    .getByRole('button', { name: /Local two/ })
    .click()
  await expect(dialog(page)).toContainText('Switch canceled')
  await expect(page.getByTestId('network')).toHaveText('eip155:31337')
})

test('the wallet changes account, locks, and the page follows', async ({ page, chains, openApp }) => {
  const wallet = await openApp()
  await connect(page)
  const second = chains.main.accounts[1]!
  await wallet.evaluate((control, address) => control.switchAccount(address), second.address)
  await expect(page.getByTestId('address')).toHaveText(second.address)
  await wallet.evaluate((control) => control.lock())
  await expect(page.getByTestId('status')).toHaveText('disconnected')
  const told = page.getByText('is locked or shares no account any more. Unlock it to continue.')
  await expect(told).toBeVisible()
  await wallet.evaluate((control) => control.unlock())
  await expect(page.getByTestId('address')).toHaveText(second.address)
  await expect(told).toBeHidden()
})

test('disconnecting leaves no listener on the wallet and stays disconnected after a reload', async ({
  page,
  openApp,
}) => {
  const wallet = await openApp()
  await connect(page)
  await page.getByTestId('disconnect').click()
  await expect(page.getByTestId('status')).toHaveText('disconnected')
  const listeners = await wallet.evaluate((control) =>
    ['accountsChanged', 'chainChanged', 'disconnect', 'connect', 'message'].map((name) =>
      control.listenerCount(name),
    ),
  )
  expect(listeners).toEqual([0, 0, 0, 0, 0])
  await page.reload()
  await expect(page.getByTestId('status')).toHaveText('disconnected')
  expect(await stateOf(page)).toMatchObject({ connections: [] })
})

test('a wallet that stands on a network the app does not list is shown as unsupported', async ({
  page,
  chains,
  openApp,
}) => {
  await openApp({ app: { chains: [chains.second.chain] } })
  await connect(page, { settled: false })
  await expect(page.getByTestId('status')).toHaveText('connected')
  await expect(page.getByTestId('network')).toHaveText('eip155:31338')
})
