import { Navigation, Session } from '@latchkey/kernel'
import { ConnectButton } from '@latchkey/ui-react'
import { afterEach, expect, it } from 'vitest'
import { fakeChain } from '../../../../ui-react/test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../../../ui-react/test/mount.js'
import { byTestId, findTestId } from '../../../../ui-react/test/page.js'
import { ConnectingWalletConnectRoute } from '../connectingRoute.js'
import { walletConnect } from './walletConnect.js'

afterEach(unmountAll)

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
})
