import type { EvmTestWalletOptions } from '@latchkey/testkit/evm'
import { installEvmTestWallet } from '@latchkey/testkit/playwright'
import type { Page } from '@playwright/test'
import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import { expect, test as base } from './fixtures.js'
import { fillBehind } from '../page.js'
import { connectWhole } from './flows.js'

type CallsOption = NonNullable<EvmTestWalletOptions['calls']>

const test = base.extend<{
  /** Connects a wallet that does several calls as it is told, and sends three: the coin, a token, an allowance. */
  readonly bench: (calls?: (delegate: Address) => CallsOption) => Promise<Bench>
}>({
  bench: async ({ page, chains, openChains }, use) => {
    const { main } = chains
    // Accounts of this spec alone: other specs count on what theirs hold.
    const [account, receiver] = main.accounts.slice(7, 9)
    if (!account || !receiver) throw new Error('The stack has too few accounts.')
    const snapshot = await main.snapshot()
    const call = (functionName: 'approve' | 'transfer', amount: bigint) =>
      encodeFunctionData({ abi: erc20Abi, functionName, args: [receiver.address, amount] })
    const token = main.tokens.usd.address
    const list = [
      { to: receiver.address, value: '1000n' },
      { to: token, data: call('transfer', 2_000_000n) },
      { to: token, data: call('approve', 5n) },
    ]
    await use(async (calls) => {
      const wallet = await installEvmTestWallet(page, {
        accounts: [account.privateKey],
        chains: [{ chainId: main.chainId, rpcUrl: main.url }],
        ...(calls ? { calls: calls(main.contracts.batchAccount) } : {}),
      })
      await openChains({ chains: [main.chain] })
      await connectWhole(page)
      const before = await main.tokenBalanceOf(token, account.address)
      return {
        wallet,
        send: async (upgrade = false, count = list.length) => {
          await fillBehind(at(page, 'calls'), JSON.stringify(list.slice(0, count)))
          await at(page, 'preview-calls').click()
          await expect(at(page, 'calls-preview')).toHaveText(
            count === 1 ? /^-1000 ETH; fee \d+ ETH/ : /^-1000 ETH, -2000000 \w+; fee \d+ ETH/,
          )
          await at(page, 'calls-upgrade').setChecked(upgrade)
          await at(page, 'send-calls').click()
        },
        paid: async () => before - (await main.tokenBalanceOf(token, account.address)),
        asked: () =>
          wallet.evaluate((control) =>
            control.requests.map(({ method }) => method).filter((method) => /send/i.test(method)),
          ),
      }
    })
    await main.revert(snapshot)
  },
})

interface Bench {
  readonly wallet: Awaited<ReturnType<typeof installEvmTestWallet>>
  /** Looks at what will change, and sends the first of the calls, or all. */
  send(upgrade?: boolean, count?: number): Promise<void>
  /** What left the account of the token. */
  paid(): Promise<bigint>
  asked(): Promise<readonly string[]>
}

const at = (page: Page, id: string) => page.getByTestId('whole').getByTestId(id)
const each = Array(3).fill('eth_sendTransaction')

for (const { title, calls, upgrade, transactions, asked } of [
  { title: 'without wallet_sendCalls', calls: () => 'none' as const, transactions: 3, asked: each },
  // Capabilities that promise nothing are no reason to hand the calls over: the wallet may refuse two at once.
  { title: 'that would do them apart', transactions: 3, asked: each },
  {
    title: 'that does them at once',
    calls: (delegate: Address) => ({ atomic: 'supported' as const, delegate }),
    transactions: 1,
    asked: ['wallet_sendCalls'],
  },
  {
    title: 'that would upgrade the account, before the person agrees',
    calls: (delegate: Address) => ({ atomic: 'ready' as const, delegate }),
    transactions: 3,
    asked: each,
  },
  {
    title: 'that upgrades the account when the person agrees',
    calls: (delegate: Address) => ({ atomic: 'ready' as const, delegate }),
    upgrade: true,
    transactions: 1,
    asked: ['wallet_sendCalls'],
  },
]) {
  test(`three calls are done by a wallet ${title}`, async ({ page, bench }) => {
    const wallet = await bench(calls)
    await wallet.send(upgrade)
    await expect(at(page, 'calls-decision')).toHaveText(`confirmed ${transactions}`, { timeout: 30_000 })
    expect(await wallet.paid()).toBe(2_000_000n)
    expect(await wallet.asked()).toEqual(asked)
  })
}

test('one call is a transaction of any wallet', async ({ page, bench }) => {
  const wallet = await bench((delegate) => ({ atomic: 'supported', delegate }))
  await wallet.send(false, 1)
  await expect(at(page, 'calls-decision')).toHaveText('confirmed 1', { timeout: 30_000 })
  expect(await wallet.asked()).toEqual(['eth_sendTransaction'])
})

test('a wallet that promises to do calls at once and doesn’t is told', async ({ page, bench }) => {
  const wallet = await bench((delegate) => ({ atomic: 'supported', delegate, breaksPromise: true }))
  await wallet.send()
  await expect(at(page, 'calls-decision')).toHaveText('confirmed 3', { timeout: 30_000 })
  await expect(at(page, 'calls-reason')).toHaveText(
    'Your wallet promised to do everything at once, but used separate transactions. All of them went through.',
  )
  expect(await wallet.paid()).toBe(2_000_000n)
})

test('a second step that is declined tells what was done, and nothing more is', async ({ page, bench }) => {
  const { wallet, send, paid, asked } = await bench(() => 'none')
  await wallet.evaluate((control) => control.setApproval('ask'))
  await send()
  await wallet.evaluate(async (control) => {
    await control.waitForPending('eth_sendTransaction')
    control.approve()
  })
  await expect(at(page, 'calls-steps')).toHaveText('0 asking, 0 sent, 0 confirmed, 1 asking')
  await wallet.evaluate(async (control) => {
    await control.waitForPending('eth_sendTransaction')
    control.reject()
  })
  await expect(at(page, 'calls-error')).toHaveText(
    'CALLS_PARTLY_SENT: Only 1 of 3 transactions was sent. What was sent can’t be undone; try again to send the rest.',
  )
  expect(await paid()).toBe(0n)
  expect(await asked()).toHaveLength(2)
})
