import { AccountRoute, Navigation } from '@latchkey/kernel/wallet'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { fakeAccount } from '@latchkey/kernel/testing'
import { bip122, bitcoinMainnet } from '@latchkey/plugin-bip122'
import { eip155 } from '@latchkey/plugin-eip155'
import { markedMessages, unmarkedWords, watchViews } from '@latchkey/ui-react/testing'
import { afterEach, expect, it } from 'vitest'
import { misreadFigures } from '../../../../ui-react/test/figures.js'
import { findTestId, settled, show, type Shown, type, until } from '../../../../ui-react/test/show.js'
import { ReceiveRoute } from '../index.js'
import { receive } from './index.js'
import { receiveMessages } from './receiveMessages.js'

const networks = ['Ethereum', 'Base'].map((name, index) => ({
  id: index + 1,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}))
const evm = eip155({ networks, discovery: false, injected: false })
const alice = fakeAccount('eip155:1', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
const usdc = {
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  decimals: 6,
  symbol: 'USDC',
  name: 'USD Coin',
}
const bitcoin = (kind: string) =>
  fakeAccount(bitcoinMainnet.id, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', { kind })

const names = [
  /(?:0x|bc1)[\da-zA-Z]+/g,
  /\b(?:Ethereum|Base|Bitcoin|ETH|USD Coin|USDC|Ether)\b/g,
  /^[A-Z]{1,2}$/g,
]
const views = watchViews()
const messages = markedMessages(receiveMessages)

let shown: Shown | undefined
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
})

async function open(account: Parameters<typeof show>[1], plugin = evm as unknown) {
  const plugins = [plugin as typeof evm, views.watch(receive({ tokens: { 'eip155:1': [usdc] } }))]
  shown = await show(plugins, account, { messages })
  const navigation = shown.kernel.get(Navigation)
  await until(() => expect(navigation.draws(ReceiveRoute.name)).toBe(true))
  navigation.open(ReceiveRoute)
  return navigation
}

/** The letters of an address are none of a language. */
const unmarked = async () => {
  await settled()
  const kept = [...names, ...addressGroups()]
  return [...unmarkedWords(kept), ...(await misreadFigures(kept))]
}
const addressGroups = () =>
  [...document.querySelectorAll('.lk-address-group')].map((group) => group.textContent ?? '').filter(Boolean)

it('loads the code of its views once a person opens them', async () => {
  const mine = watchViews()
  shown = await show([evm, mine.watch(receive())], [alice], { messages })
  const navigation = shown.kernel.get(Navigation)
  await until(() => expect(navigation.draws(ReceiveRoute.name)).toBe(true))
  navigation.open(AccountRoute)
  await findTestId('lk-wallets-row')
  await settled()
  expect(mine.undrawn()).toEqual(['receive.views.receive', 'receive.views.networks', 'receive.views.token'])
  navigation.push(ReceiveRoute)
  await findTestId('lk-receive-qr')
  expect(mine.undrawn()).toEqual(['receive.views.networks', 'receive.views.token'])
})

it('has every word of address, request, tokens and networks translated', async () => {
  const navigation = await open([alice])
  await findTestId('lk-receive-qr')
  expect(await unmarked()).toEqual([])
  ;(await findTestId('lk-receive-request')).click()
  type(await findTestId('lk-receive-amount'), '0.0000000000000000000001')
  await findTestId('lk-receive-no-request')
  expect(await unmarked()).toEqual([])
  type(await findTestId('lk-receive-amount'), '0.5')
  await findTestId('lk-receive-copy-link')
  expect(await unmarked()).toEqual([])
  ;(await findTestId('lk-receive-asset')).click()
  await findTestId(`lk-receive-token-${usdc.address}`)
  expect(await unmarked()).toEqual([])
  navigation.back()
  ;(await findTestId('lk-receive-networks-row')).click()
  await findTestId('lk-receive-network-eip155:2')
  expect(await unmarked()).toEqual([])
})

it.each(['payment', 'ordinals'])('has every word about a %s account translated', async (kind) => {
  await open([bitcoin(kind)], bip122({ networks: [bitcoinMainnet] }))
  await findTestId('lk-receive-qr')
  expect(await unmarked()).toEqual([])
})

it('has every word about smart and watched accounts, and about none, translated', async () => {
  for (const kind of ['smartAccount', 'watching']) {
    await open([{ ...alice, kind }])
    await findTestId('lk-receive-qr')
    expect(await unmarked()).toEqual([])
    await shown?.unmount()
  }
  await open([])
  await until(() => expect(document.querySelector('dialog .lk-state')).not.toBeNull())
  expect(await unmarked()).toEqual([])
})

it('has what was refused translated', async () => {
  const navigation = await open([alice])
  navigation.open(ReceiveRoute, { networkId: 'eip155:77' as NetworkId, amount: '1.5' })
  await findTestId('lk-receive-qr')
  expect(await unmarked()).toEqual([])
})

it('draws every view, and names each by a key', () => {
  expect([views.undrawn(), views.plain()]).toEqual([[], []])
})
