import { deployFeeds, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { localMarket, startWalletData } from '@latchkey/service-wallet-data'
import type { Page } from '@playwright/test'
import { erc20Abi, parseEther, parseUnits } from 'viem'
import { expect, test } from './fixtures.js'
import { connect, dialog } from './page.js'
import { shownAmount } from './shownAmount.js'

const tokensOf = ({ chainId, tokens }: EvmStack) => ({
  tokens: { [`eip155:${chainId}`]: Object.values(tokens) },
})

const native = (page: Page) => shownAmount(page, 'balances-row-native', 18)
const row = (page: Page, id: string) => dialog(page).getByTestId(`balances-row-${id}`)

/** Snackbars leave by themselves: remembers each that comes. */
async function rememberSnackbars(page: Page): Promise<() => Promise<readonly string[]>> {
  const said = await page.evaluateHandle(() => {
    const texts: string[] = []
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        const found = node instanceof Element ? node.querySelector('.lk-snackbar-text') : null
        if (found) texts.push(found.textContent ?? '')
      }
    }).observe(document.body, { childList: true, subtree: true })
    return texts
  })
  return () => said.jsonValue()
}

async function openAccount(page: Page): Promise<void> {
  await page.getByTestId('account-button').click()
  await expect(dialog(page)).toBeVisible()
}

test("tokens are the node's, to the last digit, and follow what others send", async ({
  page,
  chains,
  openApp,
  problems,
}) => {
  const { main } = chains
  const [own, , , payer] = main.accounts
  if (!own || !payer) throw new Error('The stack has too few accounts.')
  await page.clock.install()
  await openApp({ app: { walletData: tokensOf(main), balances: {} } })
  await connect(page)
  await openAccount(page)

  async function expectNodes(): Promise<void> {
    await expect.poll(() => native(page)).toBe(await main.balanceOf(own!.address))
    for (const { address, decimals } of Object.values(main.tokens)) {
      await expect
        .poll(() => shownAmount(page, `balances-row-${address}`, decimals))
        .toBe(await main.tokenBalanceOf(address, own!.address))
    }
  }
  await expectNodes()
  // A test network: what is held is worth nothing, so the total is the native coin.
  await expect(dialog(page).getByTestId('balances-total')).toContainText(main.chain.nativeCurrency.symbol)
  await expect(dialog(page).getByTestId('balances-total')).not.toContainText('$')

  const { client, tokens } = main
  await client.sendTransaction({
    account: payer.address,
    to: own.address,
    value: parseEther('1.000000000000000001'),
  } as never)
  await client.writeContract({
    account: payer.address,
    address: tokens.usd.address,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [own.address, parseUnits('12.345678', 6)],
  } as never)
  // Nobody told the page: it asks by itself. An answer is kept for 30 s, and balances are read every 10 s.
  for (let round = 0; round < 5; round += 1) await page.clock.fastForward(10_000)
  await expectNodes()
  expect(problems).toEqual([])
})

test('the total is the amounts times what the feeds of the chain say, and says what it leaves out', async ({
  page,
  chains,
  openApp,
  problems,
}) => {
  const { main } = chains
  const id = `eip155:${main.chainId}`
  const { feeds } = await deployFeeds(main)
  const feed = (pair: string, prices: readonly string[]) => {
    const found = feeds[pair]
    if (!found) throw new Error(`There is no feed of ${pair}.`)
    return { pair, address: found.address, heartbeat: 86_400, prices: prices as never }
  }
  const network = {
    feeds: [feed('ETH / USD', [id]), feed('LUSD / USD', [`${id}/${main.tokens.usd.address}`])],
  }
  await openApp({
    app: {
      chains: [{ ...main.chain, testnet: false }],
      walletData: tokensOf(main),
      balances: {},
      prices: { networks: { [id]: network } },
    },
  })
  await connect(page)
  await openAccount(page)
  // Two of the four have a price: 10,000 at 3,000 and 1,000,000 at 1; what others did to the account is in the amounts.
  const own = main.accounts[0]?.address ?? '0x'
  const coin = await main.balanceOf(own)
  const dollars = await main.tokenBalanceOf(main.tokens.usd.address, own)
  const cents = (coin * 3_000n * 100n) / 10n ** 18n + (dollars * 100n) / 10n ** 6n
  const total = `$${(cents / 100n).toLocaleString('en')}`
  await expect(dialog(page).getByTestId('balances-total')).toContainText(total)
  await expect(dialog(page).getByTestId('balances-unpriced')).toHaveText(
    '2 tokens without a price aren’t included',
  )
  await expect(row(page, 'native')).toContainText('$3,000.00')
  await expect(row(page, main.tokens.gold.address)).not.toContainText('$')
  expect(problems).toEqual([])
})

test('amounts stay covered over a reload, on the button too', async ({ page, chains, openApp }) => {
  await openApp({ app: { walletData: tokensOf(chains.main), balances: {} } })
  await connect(page)
  await expect(page.getByTestId('account-balance')).toContainText('ETH')
  await openAccount(page)
  await expect(row(page, 'native').locator('.lk-amount')).toContainText('ETH')
  await dialog(page).getByTestId('balances-hide').click()
  await expect(row(page, 'native')).toContainText('Amount hidden')
  await page.reload()
  await expect(page.getByTestId('account-balance')).toContainText('Amount hidden')
  await openAccount(page)
  await expect(row(page, 'native')).toContainText('Amount hidden')
  await dialog(page).getByTestId('balances-hide').click()
  await expect(row(page, 'native').locator('.lk-amount')).toContainText('ETH')
})

test('the button shows the token that the host chose', async ({ page, chains, openApp }) => {
  const { main } = chains
  const { address, decimals, symbol } = main.tokens.gold
  const buttonTokens = { [`eip155:${main.chainId}`]: { address, decimals, symbol } }
  await openApp({ app: { walletData: {}, balances: { buttonTokens } } })
  await connect(page)
  const own = main.accounts[0]!.address
  const whole = (await main.tokenBalanceOf(address, own)) / 10n ** BigInt(decimals)
  await expect(page.getByTestId('account-balance')).toHaveText(
    new RegExp(`^${whole.toLocaleString('en')}(?:\\.\\d+)?\\s${symbol}$`),
  )
})

test('a node that dies is told once, and the balance comes back by itself', async ({ page, openApp }) => {
  test.setTimeout(180_000)
  let node = await startEvm({ chainId: 31399, name: 'Mortal' })
  try {
    const { url, chain, chainId, accounts } = node
    await page.clock.install()
    await openApp({
      app: { chains: [chain], walletData: tokensOf(node), balances: {} },
      wallet: { chains: [{ chainId, rpcUrl: url }], initialChainId: chainId },
    })
    await connect(page)
    await openAccount(page)
    await expect(row(page, 'native').locator('.lk-amount')).toContainText('ETH')

    const said = await rememberSnackbars(page)
    await node.stop()
    await expect(async () => {
      await page.clock.fastForward(10_000)
      await expect(dialog(page).getByTestId('balances-retry')).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 60_000 })
    // What was read before is still there, and said to be old.
    await expect(row(page, 'native').locator('.lk-amount')).toContainText('ETH')
    await expect(dialog(page).getByTestId('balances-retry')).toBeDisabled()

    node = await startEvm({ chainId, name: 'Mortal', port: Number(new URL(url).port) })
    await node.setBalance(accounts[0]!.address, 42n * 10n ** 18n)
    await expect(async () => {
      await page.clock.fastForward(10_000)
      await expect(row(page, 'native').locator('.lk-amount')).toHaveText(/^42\sETH$/, { timeout: 2_000 })
    }).toPass({ timeout: 60_000 })
    await expect(dialog(page).getByTestId('balances-retry')).toHaveCount(0)
    expect(await said()).toEqual(['Token Balance Unavailable'])
  } finally {
    await node.stop()
  }
})

test('a page load with four accounts asks nothing twice, and neither does opening one of them', async ({
  page,
  chains,
  openApp,
}) => {
  const { main } = chains
  await openApp({
    app: { walletData: tokensOf(main), balances: {} },
    wallet: { accounts: main.accounts.slice(0, 4).map(({ privateKey }) => privateKey) },
  })
  await connect(page)
  await expect(page.getByTestId('account-balance')).toContainText('ETH')

  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST') return
    const body = request.postDataJSON() as RpcCall | readonly RpcCall[]
    for (const { method, params } of [body].flat() as readonly RpcCall[]) {
      asked.push(`${request.url()} ${method} ${JSON.stringify(params)}`)
    }
  })
  const expectEachOnce = () => {
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((call, index) => asked.indexOf(call) !== index)).toEqual([])
  }
  await page.reload()
  await expect(page.getByTestId('account-balance')).toContainText('ETH')
  expectEachOnce()
  // Opening is a wish for what is true now: the coin that the button shows is read again, with the tokens.
  asked.length = 0
  await openAccount(page)
  await expect(row(page, main.tokens.legacy.address)).toBeVisible()
  expectEachOnce()
})

test('with a data service there are prices; when it dies the chain stands in, until it is back', async ({
  page,
  chains,
  openApp,
}) => {
  test.setTimeout(180_000)
  const { main } = chains
  const nodes = [{ namespace: 'eip155' as const, url: main.url }]
  let service = await startWalletData({ ...localMarket, nodes })
  try {
    await service.sync()
    const { url } = service
    await page.clock.install()
    await openApp({
      app: {
        // Not a test network: there everything is worth nothing.
        chains: [{ ...main.chain, testnet: false }],
        walletData: { ...tokensOf(main), url, projectId: 'e2e' },
        balances: {},
      },
    })
    await connect(page)
    await openAccount(page)
    const own = main.accounts[0]!.address
    const { usd } = main.tokens
    const total = dialog(page).getByTestId('balances-total')
    const note = dialog(page).getByText('Loaded from the network itself')

    async function expectNodes(): Promise<void> {
      await expect.poll(() => native(page)).toBe(await main.balanceOf(own))
      await expect
        .poll(() => shownAmount(page, `balances-row-${usd.address}`, usd.decimals))
        .toBe(await main.tokenBalanceOf(usd.address, own))
    }
    await expect(total).toContainText(/\$[\d,]+\.\d\d/)
    await expect(note).toHaveCount(0)
    await expectNodes()

    await service.stop()
    await expect(async () => {
      await page.clock.fastForward(10_000)
      await expect(note).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 90_000 })
    await expectNodes()
    await expect(total).not.toContainText('$')

    service = await startWalletData({ ...localMarket, nodes, port: Number(new URL(url).port) })
    await service.sync()
    await expect(async () => {
      await page.clock.fastForward(10_000)
      await expect(total).toContainText(/\$[\d,]+\.\d\d/, { timeout: 2_000 })
    }).toPass({ timeout: 90_000 })
    await expect(note).toHaveCount(0)
    await expectNodes()
  } finally {
    await service.stop()
  }
})

interface RpcCall {
  readonly method: string
  readonly params: unknown
}
