import { type EvmStack, startEvm } from '../../../../devstack/src/evm/index.js'
import { Balance } from '@latchkey/kernel/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setUpCapabilities, startProxy } from '../../test/support.js'

/** Of `decimals()`. */
const decimalsSelector = '313ce567'

let stack: EvmStack
beforeAll(async () => {
  stack = await startEvm()
})
afterAll(() => stack?.stop())

it('reads the coin in wei', async () => {
  const { get, networkId, account } = setUpCapabilities([stack])
  expect(await get(Balance).native({ networkId, address: account.address })).toEqual({
    value: await stack.balanceOf(stack.accounts[0]!.address),
    symbol: 'ETH',
    decimals: 18,
  })
})

it.each([
  ['through Multicall3 in one call', true],
  ['as one batch where the chain names no Multicall3', false],
])('reads tokens %s, and leaves out what is no token', async (_, multicall) => {
  const proxy = await startProxy(stack.url)
  const { contracts: __, ...bare } = stack.chain
  const { get, networkId, account, log } = setUpCapabilities([stack], {
    chains: [multicall ? stack.chain : bare],
    rpcUrls: { [stack.chainId]: proxy.url },
  })
  const { usd, gold } = stack.tokens
  const none = { address: stack.accounts[5]!.address, symbol: 'NONE', decimals: 0 }
  // One entry of a list or of the storage must not hide the others.
  const wrong = ['token', '0x12', '', `0x${'g'.repeat(40)}`].map((address) => ({
    ...usd,
    address,
    symbol: 'BAD',
  }))
  const tokens = [usd, ...wrong, none, gold]
  const balances = await get(Balance).tokens?.({ networkId, address: account.address, tokens })
  expect(balances).toEqual([
    { value: 1_000_000n * 10n ** 6n, symbol: usd.symbol, decimals: 6, token: usd },
    { value: 1_000_000n * 10n ** 18n, symbol: gold.symbol, decimals: 18, token: gold },
  ])
  expect(proxy.bodies).toHaveLength(1)
  expect(log.lines).toEqual([
    ...wrong.map(() => 'warn: The token "BAD" has no address of this network.'),
    'warn: The balance of the token "NONE" could not be read.',
  ])
  await proxy.stop()
})

it('takes the places behind the point from the contract, whatever the list says, and asks for them once', async () => {
  const proxy = await startProxy(stack.url)
  const { get, networkId, account } = setUpCapabilities([stack], { rpcUrls: { [stack.chainId]: proxy.url } })
  const { usd, gold } = stack.tokens
  const wrong = [usd, gold].map((token) => ({ ...token, decimals: 9 }))
  const read = () => get(Balance).tokens?.({ networkId, address: account.address, tokens: wrong })
  const decimals = (await read())?.map((amount) => [amount.decimals, amount.token.decimals])
  expect(decimals).toEqual([
    [6, 6],
    [18, 18],
  ])
  await read()
  expect(JSON.stringify(proxy.bodies[0])).toContain(decimalsSelector)
  expect(JSON.stringify(proxy.bodies.slice(1))).not.toContain(decimalsSelector)
  await proxy.stop()
})

it('answers nothing without tokens, because a chain cannot list them', async () => {
  const { get, networkId, account } = setUpCapabilities([stack])
  expect(await get(Balance).tokens?.({ networkId, address: account.address })).toEqual([])
})

it('fails when no token can be read', async () => {
  const { get, networkId, account } = setUpCapabilities([stack], {
    rpcUrls: { [stack.chainId]: 'http://127.0.0.1:1' },
  })
  const reading = get(Balance).tokens?.({ networkId, address: account.address, tokens: [stack.tokens.usd] })
  await expect(reading).rejects.toMatchObject({ code: 'HTTP_UNREACHABLE' })
})
