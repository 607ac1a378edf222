// A provider on this machine: what is paid is delivered on the chain, once, and to the address that was signed.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EvmStack, startEvm } from '../evm/index.js'
import { type SolanaStack, startSolana } from '../solana/index.js'
import { evmListings, type OnrampProviderStack, solanaListings, startOnramp } from './index.js'

let evm: EvmStack
let solana: SolanaStack
let onramp: OnrampProviderStack
beforeAll(async () => {
  ;[evm, solana] = await Promise.all([startEvm(), startSolana()])
  onramp = await startOnramp({ listings: [...evmListings(evm), ...solanaListings(solana)] })
}, 120_000)
afterAll(async () => {
  await Promise.all([onramp?.stop(), evm?.stop(), solana?.stop()])
})

const read = async (path: string) => (await fetch(`${onramp.url}${path}`)).json()

interface Asked {
  readonly networkId: string
  readonly symbol: string
  readonly asset?: string
  readonly address: string
  readonly amount?: string
}

async function openPage({ networkId, symbol, asset, address, amount = '100' }: Asked) {
  const body = {
    networkId,
    address,
    asset: { networkId, symbol, ...(asset === undefined ? {} : { address: asset }) },
    currency: 'USD',
    amount,
    method: 'card',
  }
  const answer = await fetch(onramp.sessionUrl, { method: 'POST', body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { readonly id: string; readonly url: string }
}

/** Presses the button of the page, as its form does. */
async function press(url: string, action = 'pay'): Promise<string> {
  const page = new URL(url)
  page.searchParams.set('action', action)
  const answer = await fetch(`${page.origin}/buy`, { method: 'POST', body: page.searchParams.toString() })
  return `${answer.status} ${await answer.text()}`
}

it('quotes by its table, and the parts make the total', async () => {
  const query = `purchaseCurrency=LUSD&purchaseNetwork=eip155:31337&paymentAmount=100&paymentCurrency=USD&paymentMethod=CARD&country=DE`
  expect(await read(`/v1/onramp/buy/quotes?${query}`)).toMatchObject({
    paymentTotal: { value: '100.00', currency: 'USD' },
    paymentSubTotal: { value: '97.75' },
    coinbaseFee: { value: '2.00' },
    networkFee: { value: '0.25' },
    purchaseAmount: { value: '97.75', currency: 'LUSD' },
  })
  const { status } = await fetch(`${onramp.url}/v1/onramp/buy/quotes?${query.replace('100', '9.99')}`)
  expect(status).toBe(400)
})

it('delivers coins and tokens of both chains, once for each page', async () => {
  const [alice, bob] = [
    '0x00000000000000000000000000000000000A11cE',
    solana.accounts[3]?.address as string,
  ] as const
  const usd = evm.tokens.usd
  const places: readonly Asked[] = [
    { networkId: `eip155:${evm.chainId}`, symbol: 'ETH', address: alice },
    { networkId: `eip155:${evm.chainId}`, symbol: usd.symbol, asset: usd.address, address: alice },
    { networkId: solana.chainId, symbol: 'SOL', address: bob },
    { networkId: solana.chainId, symbol: 'LUSD', asset: solana.mints.usd.address, address: bob },
  ]
  const before = await solana.balanceOf(bob)
  for (const place of places) {
    const { id, url } = await openPage(place)
    expect(await (await fetch(url)).text()).toContain(place.address)
    expect(await read(`/orders/${id}`)).toEqual({ state: 'waiting' })
    expect(await press(url)).toContain('200')
    expect(await press(url)).toContain('Paid')
    const { state, transactionIds } = await read(`/orders/${id}`)
    expect([state, transactionIds.length]).toEqual(['delivered', 1])
  }
  expect(await evm.balanceOf(alice)).toBe(32_583_333_333_333_333n)
  expect(await evm.tokenBalanceOf(usd.address, alice)).toBe(97_750_000n)
  expect((await solana.balanceOf(bob)) - before).toBe(651_666_666n)
  expect(await solana.tokenBalanceOf(solana.mints.usd.address, bob)).toBe(97_750_000n)
  expect(onramp.webhooks.filter(({ state }) => state === 'delivered')).toHaveLength(4)
})

it('delivers late, in part, not at all or back, as it is told', async () => {
  const address = '0x00000000000000000000000000000000000000b2'
  const usd = evm.tokens.usd
  const place = { networkId: `eip155:${evm.chainId}`, symbol: usd.symbol, asset: usd.address, address }
  const seen: unknown[] = []
  for (const outcome of ['late', 'partial', 'fail', 'refund'] as const) {
    onramp.setOutcome(outcome)
    const { id, url } = await openPage(place)
    await press(url)
    seen.push([outcome, (await read(`/orders/${id}`)).state, await evm.tokenBalanceOf(usd.address, address)])
  }
  await onramp.release()
  onramp.setOutcome('deliver')
  seen.push(await evm.tokenBalanceOf(usd.address, address))
  const declined = await openPage(place)
  expect(await press(declined.url, 'decline')).toContain('Not paid')
  expect(seen).toEqual([
    ['late', 'paid', 0n],
    ['partial', 'paid', 48_875_000n],
    ['fail', 'failed', 48_875_000n],
    ['refund', 'refunded', 48_875_000n],
    195_500_000n,
  ])
})

it('makes no page for what the host’s server did not sign', async () => {
  const usd = evm.tokens.usd
  const place = {
    networkId: `eip155:${evm.chainId}`,
    symbol: usd.symbol,
    asset: usd.address,
    address: '0xb2',
  }
  const page = new URL((await openPage(place)).url)
  const session = JSON.parse(Buffer.from(page.searchParams.get('session') as string, 'base64url').toString())
  const forged = Buffer.from(JSON.stringify({ ...session, address: '0xbad' })).toString('base64url')
  page.searchParams.set('session', forged)
  const refused = await fetch(page)
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain('<p>This page has expired. Go back to the app and try again.</p>')
  expect(await press(page.href)).toContain('403')
})
