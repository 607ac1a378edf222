import { encodeFunctionData, erc20Abi, parseEther } from 'viem'
import { expect, test } from './fixtures.js'
import { connect, dialog, fillBehind } from './page.js'

test('what the chain did for the account stands in its activity, told from both sides', async ({
  page,
  chains,
  openApp,
  problems,
}) => {
  const { main } = chains
  const [own, , , payer] = main.accounts
  if (!own || !payer) throw new Error('The stack has too few accounts.')
  const move = async (from: string, to: string, amount: string) => {
    const hash = await main.client.sendTransaction({
      account: from,
      to,
      value: parseEther(amount),
    } as never)
    return { amount, hash: hash as string }
  }
  const received = await move(payer.address, own.address, '1.25')
  const sent = await move(own.address, payer.address, '0.75')

  await openApp({ app: { walletData: {}, activity: true } })
  await connect(page)
  await page.getByTestId('account-button').click()
  await expect(dialog(page).getByTestId('activity-tab')).toBeVisible()
  const row = (hash: string) => dialog(page).locator(`[data-testid^="activity-row-"][data-testid*="${hash}"]`)
  await expect(row(received.hash)).toContainText('Received')
  await expect(row(received.hash)).toContainText(`+${received.amount} ETH`)
  await expect(row(sent.hash)).toContainText('Sent')
  await expect(row(sent.hash)).toContainText(`${sent.amount} ETH`)
  // Newest first.
  const order = await dialog(page)
    .locator('[data-testid^="activity-row-"]')
    .evaluateAll((rows) => rows.map((element) => element.getAttribute('data-testid') ?? ''))
  expect(order.findIndex((id) => id.includes(sent.hash))).toBeLessThan(
    order.findIndex((id) => id.includes(received.hash)),
  )
  expect(problems).toEqual([])
})

test('what is stuck is sped up and canceled, and an approval is taken back', async ({
  page,
  chains,
  openApp,
  problems,
}) => {
  const { client, accounts, mine, tokens, balanceOf } = chains.main
  const [own, , receiver] = accounts
  if (!own || !receiver) throw new Error('The stack has too few accounts.')
  const at = (id: string) => dialog(page).getByTestId(id)
  const payments = dialog(page).locator('[data-testid^="activity-row-"]').filter({ hasText: '0.321 ETH' })
  await openApp({ app: { walletData: {}, activity: true, approvals: true } })
  await connect(page)
  const nonce = await client.getTransactionCount({ address: own.address })
  const before = await balanceOf(receiver.address)

  const replace = async (way: 'faster' | 'cancel') => {
    await at(`pending-${way}`).click()
    await expect(at(`pending-notice-NONCE_MAY_DIFFER${way === 'cancel' ? '_CANCEL' : ''}`)).toContainText(
      `nonce ${nonce}`,
    )
    await at('pending-compared').check()
    await at('pending-confirm').click()
    await expect(at('replacement-pending')).toBeVisible()
    await at('replacement-done').click()
  }

  await client.setAutomine(false)
  try {
    const calls = [{ to: receiver.address, value: `${parseEther('0.321')}n` }]
    await fillBehind(page.getByTestId('calls'), JSON.stringify(calls))
    await page.getByTestId('send-calls').click()
    await page.getByTestId('account-button').click()
    await payments.click()
    await replace('faster')
    // One of the two stands in the list.
    await expect(payments).toHaveCount(1)
    await payments.click()
    await replace('cancel')
    await expect(payments).toHaveCount(0)
    await expect(dialog(page).getByText('Canceling')).toBeVisible()
  } finally {
    await client.setAutomine(true)
  }
  await mine()
  await expect(dialog(page).getByText('Canceling')).toBeHidden({ timeout: 20_000 })
  await expect(dialog(page).getByText('Canceled', { exact: true })).toBeVisible()
  // Of what the chain decided only its history tells after a reload.
  await page.reload()
  await page.getByTestId('account-button').click()
  await expect(dialog(page).getByText('Canceled', { exact: true })).toBeVisible()
  expect(await client.getTransactionCount({ address: own.address })).toBe(nonce + 1)
  expect(await balanceOf(receiver.address)).toBe(before)

  const { usd } = tokens
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [receiver.address, 5_000_000n],
  })
  await client.sendTransaction({ account: own.address, to: usd.address, data } as never)
  await at('wallet-features-approvals-button').click()
  const approval = dialog(page).locator('[data-testid^="approval-token-"]')
  await expect(approval).toContainText('5')
  await approval.click()
  await at('approvals-confirm').click()
  await expect(at('revoke-confirmed')).toBeVisible({ timeout: 20_000 })
  const left = await client.readContract({
    ...{ address: usd.address, abi: erc20Abi, functionName: 'allowance' as const },
    args: [own.address, receiver.address],
  })
  expect(left).toBe(0n)
  await at('revoke-again').click()
  await expect(approval).toHaveCount(0)
  expect(problems).toEqual([])
})
