import { parseEther } from 'viem'
import { expect, test } from './fixtures.js'
import { connect, dialog } from './page.js'

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
