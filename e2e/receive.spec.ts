import { createBitcoinTestWallet } from '@latchkey/testkit/bitcoin'
import { installEvmTestWallet, installTestWallet } from '@latchkey/testkit/playwright'
import type { Page } from '@playwright/test'
import { decodeAddress } from '@polkadot/util-crypto'
import { parseURL } from '@solana/pay'
import { decode } from 'bip21'
// @ts-expect-error The library has no types.
import { parse } from 'eth-url-parser'
import type { AppConfiguration } from './app/configuration.js'
import { expect, test } from './chains/fixtures.js'
import { connectWhole } from './chains/flows.js'
import { dialog } from './page.js'
import { readQrCode } from './readQrCode.js'

const code = (page: Page) => dialog(page).getByTestId('lk-receive-qr')

/** Connects, and opens Receive by the action of the account. */
async function openReceive(page: Page): Promise<void> {
  await connectWhole(page)
  await page.getByTestId('whole').getByTestId('account-button').click()
  await dialog(page).getByTestId('wallet-features-receive-button').click()
  await expect(code(page)).toBeVisible()
}

const expectCode = (page: Page, text: string) => expect.poll(() => readQrCode(code(page))).toBe(text)

async function ask(page: Page, amount: string): Promise<void> {
  await dialog(page).getByTestId('lk-receive-request').click()
  await dialog(page).getByTestId('lk-receive-amount').fill(amount)
  await expect(dialog(page).getByTestId('lk-receive-copy-link')).toBeVisible()
}

/** The link in the clipboard, which must be the one in the code. */
async function copiedLink(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog(page).getByTestId('lk-receive-copy-link').click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await expectCode(page, link)
  return link
}

test('EVM: the code is the address, then a link that eth-url-parser reads, for coin and token', async ({
  page,
  chains,
  openChains,
  problems,
}) => {
  const { main, second } = chains
  const [account] = main.accounts
  if (!account) throw new Error('The stack has no account.')
  const { usd } = main.tokens
  await installEvmTestWallet(page, {
    accounts: [account.privateKey],
    chains: [main, second].map(({ chainId, url }) => ({ chainId, rpcUrl: url })),
    initialChainId: main.chainId,
  })
  const networkId = `eip155:${main.chainId}` as const
  await openChains({ chains: [main.chain, second.chain], receive: { tokens: { [networkId]: [usd] } } })
  await openReceive(page)
  await expectCode(page, account.address)
  await ask(page, '0.25')
  expect(parse(await copiedLink(page))).toEqual({
    scheme: 'ethereum',
    target_address: account.address,
    chain_id: String(main.chainId),
    parameters: { value: String(25n * 10n ** 16n) },
  })

  await dialog(page).getByTestId('lk-receive-asset').click()
  await dialog(page).getByTestId(`lk-receive-token-${usd.address}`).click()
  await expect(dialog(page)).toContainText(`Requesting 0.25 ${usd.symbol} on ${main.chain.name}`)
  expect(parse(await copiedLink(page))).toEqual({
    scheme: 'ethereum',
    target_address: usd.address,
    chain_id: String(main.chainId),
    function_name: 'transfer',
    parameters: { address: account.address, uint256: String((25n * 10n ** BigInt(usd.decimals)) / 100n) },
  })

  await dialog(page).getByTestId('lk-receive-networks-row').click()
  await dialog(page).getByTestId(`lk-receive-network-eip155:${second.chainId}`).click()
  await expect(dialog(page)).toContainText(`Requesting 0.25 ETH on ${second.chain.name}`)
  expect(parse(await copiedLink(page))).toMatchObject({ chain_id: String(second.chainId) })
  expect(problems).toEqual([])
})

test('Solana: the code is the address, then a link that @solana/pay reads, for coin and token', async ({
  page,
  solanaStack: stack,
  openChains,
  problems,
}) => {
  const [account] = stack.accounts
  if (!account) throw new Error('The stack has no account.')
  const { usd } = stack.mints
  await installTestWallet(page, {
    kind: 'solana',
    accounts: [account.secretKey],
    chains: [{ chain: 'solana:localnet', rpcUrl: stack.url }],
  })
  const token = { address: usd.address, decimals: usd.decimals, symbol: 'USD' }
  await openChains({
    clusters: [{ genesisHash: stack.genesisHash, name: 'Local Solana', rpcUrls: [stack.url] }],
    receive: { tokens: { [stack.chainId]: [token] } },
  })
  await openReceive(page)
  await expectCode(page, account.address)
  await ask(page, '0.000000001')
  const coin = parseURL(await copiedLink(page))
  if (!('recipient' in coin)) throw new Error('Not a transfer')
  expect([coin.recipient.toBase58(), coin.amount?.toFixed(), coin.splToken]).toEqual([
    account.address,
    '0.000000001',
    undefined,
  ])

  await dialog(page).getByTestId('lk-receive-asset').click()
  await dialog(page).getByTestId(`lk-receive-token-${usd.address}`).click()
  await dialog(page).getByTestId('lk-receive-amount').fill('1.5')
  await expect(dialog(page)).toContainText('Requesting 1.5 USD on Local Solana')
  const read = parseURL(await copiedLink(page))
  if (!('recipient' in read)) throw new Error('Not a transfer')
  expect([read.recipient.toBase58(), read.amount?.toFixed(), read.splToken?.toBase58()]).toEqual([
    account.address,
    '1.5',
    usd.address,
  ])
  expect(problems).toEqual([])
})

test('Bitcoin: the code is the address, then a link that bip21 reads, and the node pays it', async ({
  page,
  bitcoinStack: stack,
  openChains,
  problems,
}, { testId }) => {
  const seed = Buffer.from(testId.padEnd(32, '-')).toString('hex').slice(0, 64)
  const [account] = createBitcoinTestWallet({ seed, esploraUrl: stack.url }).accounts
  if (!account) throw new Error('The wallet has no account.')
  await installTestWallet(page, { kind: 'bitcoin', seed, esploraUrl: stack.url })
  await openChains({ esploraUrl: stack.url, receive: {} })
  await openReceive(page)
  await expect(dialog(page)).toContainText('Only for bitcoin.')
  await expectCode(page, account.payment)
  await ask(page, '0.0015')
  const { address, options } = decode(await copiedLink(page))
  expect({ address, options: { ...options } }).toEqual({
    address: account.payment,
    options: { amount: 0.0015 },
  })
  await stack.faucet(address, 150_000n)
  expect(await stack.balanceOf(account.payment)).toBe(150_000n)
  expect(problems).toEqual([])
})

test('Polkadot: the code is the plain address in the form of the network', async ({
  page,
  polkadotStack: stack,
  openChains,
  problems,
}) => {
  const [account] = stack.accounts
  if (!account) throw new Error('The stack has no account.')
  await installTestWallet(page, { kind: 'polkadot', accounts: [account.uri] })
  const substrate = (name: string, genesisHash: string, ss58Prefix: number) => ({
    genesisHash,
    ss58Prefix,
    name,
    nativeCurrency: { name: 'Rococo', symbol: stack.symbol, decimals: stack.decimals },
    rpcUrls: [stack.url],
    testnet: true,
  })
  const other = `0x${'ab'.repeat(32)}`
  const substrates = [
    substrate('Local Substrate', stack.genesisHash, stack.ss58Prefix),
    substrate('Other Substrate', other, 0),
  ] as NonNullable<AppConfiguration['substrates']>
  await openChains({ substrates, receive: {} })
  await openReceive(page)
  await expectCode(page, account.address)
  await expect(dialog(page).getByTestId('lk-receive-request')).toBeHidden()
  expect(decodeAddress(account.address, false, stack.ss58Prefix as never)).toHaveLength(32)

  await dialog(page).getByTestId('lk-receive-networks-row').click()
  await dialog(page)
    .getByRole('button', { name: /Other Substrate/ })
    .click()
  await expect(dialog(page)).toContainText('Your address on Other Substrate')
  const read = (await readQrCode(code(page))) ?? ''
  expect(read).not.toBe(account.address)
  expect(decodeAddress(read, false, 0)).toEqual(decodeAddress(account.address))
  expect(problems).toEqual([])
})
