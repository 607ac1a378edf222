import { Navigation, Session } from '@latchkey/kernel/wallet'
import { ConnectButton } from '@latchkey/ui-react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeChain } from '../../../../ui-react/test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../../../ui-react/test/mount.js'
import { byTestId, clickTestId, findTestId, findView } from '../../../../ui-react/test/page.js'
import { ConnectingWalletConnectRoute } from '../connectingRoute.js'
import { walletConnect } from './walletConnect.js'

afterEach(unmountAll)
afterEach(() => vi.restoreAllMocks())

const key = 'ab'.repeat(32)
const inAnHour = Math.floor(Date.now() / 1000) + 3600

async function openWith(uri: string) {
  const kernel = testKernel([fakeChain(), walletConnect({ relayUrl: 'ws://127.0.0.1:1' })])
  mountShell(kernel, <ConnectButton />)
  await findTestId('connect-button')
  kernel.get(Navigation).open(ConnectingWalletConnectRoute, { connectorId: 'walletConnect', uri })
  return kernel
}

it('shows the code of a connection uri the modal is opened with, and connects nothing itself', async () => {
  const kernel = await openWith(`wc:${key}@2?relay-protocol=irn&symKey=${key}&expiryTimestamp=${inAnHour}`)
  await findTestId('lk-pairing-code')
  expect(byTestId('copy-wc2-uri')).not.toBeNull()
  expect(kernel.get(Session).state.namespaces['eip155']?.status ?? 'disconnected').toBe('disconnected')
  expect(kernel.get(Session).state.connections).toEqual([])
})

it.each([
  ['is none', 'javascript:alert(1)', 'wc:'],
  ['is over', `wc:${key}@2?relay-protocol=irn&symKey=${key}&expiryTimestamp=1`, 'expired'],
])('says so when the connection uri %s', async (_, uri, words) => {
  await openWith(uri)
  expect((await findTestId('lk-pairing-failed')).textContent).toContain(words)
  expect(byTestId('lk-pairing-code')).toBeNull()
  await clickTestId('lk-pairing-another-way')
  await findView('Connect')
})

it('takes the code away when it ends while it is shown', async () => {
  await openWith(`wc:${key}@2?relay-protocol=irn&symKey=${key}&expiryTimestamp=${inAnHour}`)
  await findTestId('lk-pairing-code')
  vi.spyOn(Date, 'now').mockReturnValue((inAnHour + 1) * 1_000)
  expect((await findTestId('lk-pairing-failed')).textContent).toContain('expired')
  expect(byTestId('lk-pairing-code')).toBeNull()
})
