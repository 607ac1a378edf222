import '@latchkey/ui-react/styles.css'
import { Navigation, Session } from '@latchkey/kernel/wallet'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { fakeAccount } from '@latchkey/kernel/testing'
import { bip122, bitcoinMainnet } from '@latchkey/plugin-bip122'
import { eip155 } from '@latchkey/plugin-eip155'
import { kusamaAssetHub, polkadot, polkadotAssetHub } from '@latchkey/plugin-polkadot'
import { page } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  byTestId,
  findTestId,
  findWords,
  judge,
  show,
  text,
  type Shown,
  type,
  until,
} from '../../../../ui-react/test/show.js'
import { ReceiveRoute } from '../index.js'
import { receive } from './index.js'

const names = ['Ethereum', 'Base', 'Optimism', 'Polygon', 'Arbitrum One', 'Avalanche', 'Gnosis']
const networks = names.map((name, index) => ({
  id: index + 1,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}))
const alice = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const usdc = {
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  decimals: 6,
  symbol: 'USDC',
  name: 'USD Coin',
}
const evm = (count = networks.length) =>
  eip155({ networks: networks.slice(0, count), discovery: false, injected: false })
const evmAccount = fakeAccount('eip155:1', alice)

let shown: Shown | undefined
beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
  vi.restoreAllMocks()
})

async function open(...parameters: Parameters<typeof show>) {
  shown = await show(...parameters)
  const navigation = shown.kernel.get(Navigation)
  await until(() => expect(navigation.draws(ReceiveRoute.name)).toBe(true))
  navigation.open(ReceiveRoute)
  await findTestId('lk-receive-qr')
  return shown.kernel
}

const qr = () => byTestId('lk-receive-qr')?.querySelector('svg')?.getAttribute('aria-label')
const qrPath = () => byTestId('lk-receive-qr')?.querySelector('path')?.getAttribute('d')
function copies() {
  return vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
}

describe('the address', () => {
  it('is shown whole, in groups, as a code, and is copied', async () => {
    const copied = copies()
    await open([evm(1), receive()], [evmAccount])
    expect(qr()).toBe('QR code of your address on Ethereum')
    const groups = [...document.querySelectorAll('.lk-address[data-full] .lk-address-group')]
    expect(groups.map((group) => group.textContent).join('')).toBe(alice)
    expect(groups.slice(1).every((group) => group.textContent?.length === 4)).toBe(true)
    // Read whole by assistive technology, not letter group by letter group.
    expect(document.querySelector('.lk-address[data-full] .lk-visually-hidden')?.textContent).toBe(alice)
    ;(await findTestId('lk-receive-copy')).click()
    await until(() => expect(copied).toHaveBeenCalledWith(alice))
    await findWords('Copied')
    expect(byTestId('lk-receive-copy-link')).toBeNull()
  })

  it('says so when it could not be copied', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    await open([evm(1), receive()], [evmAccount])
    ;(await findTestId('lk-receive-copy')).click()
    await until(() => expect(document.querySelector('.lk-copy [role="alert"]')?.textContent).toBeTruthy())
  })

  it('names the only network it works on', async () => {
    await open([evm(1), receive()], [evmAccount])
    expect(byTestId('lk-receive-network')?.innerText).toContain('Send only assets of this network.')
    expect(byTestId('lk-receive-networks-row')).toBeNull()
  })

  it('follows the app to another account, and never shows one with the code of the other', async () => {
    const bob = fakeAccount('eip155:1', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359')
    const kernel = await open([evm(1), receive()], [evmAccount, bob])
    const codes = new Map([[alice, qrPath()]])
    const pairs = new Set<string>()
    const observer = new MutationObserver(() => {
      const whole = document.querySelector('.lk-address[data-full] .lk-visually-hidden')?.textContent
      if (whole) pairs.add(`${whole} ${qrPath()}`)
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
    const session = kernel.get(Session)
    const connectionId = session.state.connections[0]?.id ?? ''
    session.setActiveAccount({ namespace: 'eip155', connectionId, accountId: bob.id })
    await until(() => expect(qrPath() && qrPath() !== codes.get(alice)).toBe(true))
    codes.set(bob.address, qrPath())
    observer.disconnect()
    expect([...pairs].sort()).toEqual([`${bob.address} ${codes.get(bob.address)}`])
  })
})

describe('a payment request', () => {
  it('becomes a link for the amount, and an address again', async () => {
    const copied = copies()
    await open([evm(), receive()], [evmAccount])
    const plain = qrPath()
    ;(await findTestId('lk-receive-request')).click()
    type(await findTestId('lk-receive-amount'), '0.5')
    await until(() => expect(qr()).toBe('QR code of a request for 0.5 ETH on Ethereum'))
    expect(qrPath()).not.toBe(plain)
    ;(await findTestId('lk-receive-copy-link')).click()
    await until(() => expect(copied).toHaveBeenCalledWith(`ethereum:${alice}@1?value=500000000000000000`))
    ;(await findTestId('lk-receive-no-request')).click()
    await until(() => expect(qr()).toBe('QR code of your address on Ethereum'))
    expect(qrPath()).toBe(plain)
  })

  it('asks for a token that is chosen from the list, and keeps the amount meanwhile', async () => {
    const copied = copies()
    await open([evm(), receive({ tokens: { 'eip155:1': [usdc] } })], [evmAccount])
    ;(await findTestId('lk-receive-request')).click()
    type(await findTestId('lk-receive-amount'), '1.23456789')
    ;(await findTestId('lk-receive-asset')).click()
    ;(await findTestId(`lk-receive-token-${usdc.address}`)).click()
    await findWords('Requesting 1.234567 USDC on Ethereum')
    ;(await findTestId('lk-receive-copy-link')).click()
    await until(() =>
      expect(copied).toHaveBeenCalledWith(
        `ethereum:${usdc.address}@1/transfer?address=${alice}&uint256=1234567`,
      ),
    )
  })

  it('says that nothing is no amount, once the field is left or has no room for another digit', async () => {
    await open([evm(), receive()], [evmAccount])
    ;(await findTestId('lk-receive-request')).click()
    const field = await findTestId('lk-receive-amount')
    const said = () => document.body.innerText.includes('Enter more than 0')
    type(field, '0.0')
    await until(() => expect((field as HTMLInputElement).value).toBe('0.0'))
    expect(said()).toBe(false)
    field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    await until(() => expect(said()).toBe(true))
    type(field, '0.02')
    await until(() => expect(said()).toBe(false))
    type(field, '0.0000000000000000000001')
    await until(() => expect(said()).toBe(true))
  })

  it('is what the host opens the view with', async () => {
    shown = await show([evm(), receive()], [evmAccount])
    const navigation = shown.kernel.get(Navigation)
    await until(() => expect(navigation.draws(ReceiveRoute.name)).toBe(true))
    navigation.open(ReceiveRoute, { networkId: 'eip155:2' as NetworkId, amount: '3' })
    await findWords('Requesting 3 ETH on Base')
  })

  it('asks for nothing that was meant for a network on which the account cannot be paid', async () => {
    shown = await show(
      [evm(), receive({ tokens: { 'eip155:2': [usdc] } })],
      // Only on the network it stands on, which is not the token's.
      [{ ...evmAccount, kind: 'smartAccount' }],
    )
    const navigation = shown.kernel.get(Navigation)
    await until(() => expect(navigation.draws(ReceiveRoute.name)).toBe(true))
    navigation.open(ReceiveRoute, { networkId: 'eip155:2', token: usdc, amount: '1.5' })
    await until(() => expect(qr()).toBe('QR code of your address on Ethereum'))
    expect(byTestId('lk-receive-copy-link')).toBeNull()
    // What is asked for here afterwards counts.
    ;(await findTestId('lk-receive-request')).click()
    type(await findTestId('lk-receive-amount'), '2')
    await until(() => expect(qr()).toBe('QR code of a request for 2 ETH on Ethereum'))
  })

  it('is not offered where links name no amount', async () => {
    const account = fakeAccount(polkadotAssetHub.id, '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5')
    await open([polkadot({ networks: [polkadotAssetHub, kusamaAssetHub] }), receive()], [account])
    expect(byTestId('lk-receive-request')).toBeNull()
  })
})

describe('compatible networks', () => {
  it('are shown by up to five pictures, and lead to the list', async () => {
    await open([evm(), receive()], [evmAccount])
    const row = await findTestId('lk-receive-networks-row')
    expect(row.innerText).toContain('Same address on 7 networks')
    expect(row.querySelectorAll('.lk-icon-stack .lk-picture')).toHaveLength(5)
    row.click()
    ;(await findTestId('lk-receive-network-eip155:5')).click()
    await findWords('Your address on Arbitrum One')
  })

  it('write the address each in its own way', async () => {
    const account = fakeAccount(polkadotAssetHub.id, '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5')
    await open([polkadot({ networks: [polkadotAssetHub, kusamaAssetHub] }), receive()], [account])
    const before = qrPath()
    ;(await findTestId('lk-receive-networks-row')).click()
    ;(await findTestId(`lk-receive-network-${kusamaAssetHub.id}`)).click()
    await findWords('Your address on Kusama Asset Hub')
    const whole = () => document.querySelector('.lk-address[data-full] .lk-visually-hidden')?.textContent
    expect(whole()).toBe('HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F')
    expect(qrPath()).not.toBe(before)
  })
})

describe('the kind of the account', () => {
  const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  it.each([
    ['payment', 'Only for bitcoin.'],
    ['ordinals', 'This is your ordinals address.'],
  ] as const)('warns on %s accounts', async (kind, words) => {
    const account = fakeAccount(bitcoinMainnet.id, address, { kind })
    await open([bip122({ networks: [bitcoinMainnet] }), receive()], [account])
    await findWords(words)
    expect(byTestId('lk-receive-request') !== null).toBe(kind === 'payment')
  })

  it('warns on an account that is only watched', async () => {
    await open([evm(), receive()], [{ ...evmAccount, kind: 'watching' }])
    await findWords('Whatever is sent here belongs to whoever holds its keys.')
  })

  it('keeps a smart account to its network', async () => {
    await open([evm(), receive()], [{ ...evmAccount, kind: 'smartAccount' }])
    await findWords('Use Ethereum only.')
    expect(byTestId('lk-receive-networks-row')).toBeNull()
  })
})

it('offers to connect when there is nobody to pay', async () => {
  shown = await show([evm(), receive()], [])
  const navigation = shown.kernel.get(Navigation)
  await until(() => expect(navigation.draws(ReceiveRoute.name)).toBe(true))
  navigation.open(ReceiveRoute)
  await findWords('Connect a wallet to receive.')
  expect(text()).toContain('Connect wallet')
})

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  describe.each([
    [360, 740],
    [1280, 800],
  ])('%i wide', (width, height) => {
    it('axe has nothing to say of address, request, list and tokens', async () => {
      await page.viewport(width, height)
      const name = (view: string) => `receive-${view}-${theme}-${width}`
      await open([evm(), receive({ tokens: { 'eip155:1': [usdc] } })], [evmAccount], { theme })
      await judge(name('address'))
      ;(await findTestId('lk-receive-request')).click()
      type(await findTestId('lk-receive-amount'), '0.5')
      await findWords('Requesting 0.5 ETH on Ethereum')
      await judge(name('request'))
      ;(await findTestId('lk-receive-asset')).click()
      await findTestId(`lk-receive-token-${usdc.address}`)
      await judge(name('tokens'))
      shown?.kernel.get(Navigation).back()
      ;(await findTestId('lk-receive-networks-row')).click()
      await findTestId('lk-receive-network-eip155:2')
      await judge(name('networks'))
    })

    it('axe has nothing to say of a Bitcoin account', async () => {
      await page.viewport(width, height)
      const account = fakeAccount(bitcoinMainnet.id, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', {
        kind: 'ordinals',
      })
      await open([bip122({ networks: [bitcoinMainnet] }), receive()], [account], { theme })
      await judge(`receive-ordinals-${theme}-${width}`)
    })
  })
})
