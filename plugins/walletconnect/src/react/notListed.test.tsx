import { Navigation } from '@latchkey/kernel/wallet'
import { ConnectButton } from '@latchkey/ui-react'
import { afterEach, expect, it } from 'vitest'
import { fakeChain } from '../../../../ui-react/test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../../../ui-react/test/mount.js'
import { findTestId } from '../../../../ui-react/test/page.js'
import { ConnectingWalletConnectRoute } from '../connectingRoute.js'
import { walletConnect } from './walletConnect.js'

afterEach(unmountAll)

it('says that the connector is not listed when the view is opened for one that is not there', async () => {
  const kernel = testKernel([fakeChain(), walletConnect({ relayUrl: 'ws://127.0.0.1:1' })])
  mountShell(kernel, <ConnectButton />)
  await findTestId('connect-button')
  kernel.get(Navigation).open(ConnectingWalletConnectRoute, { connectorId: 'another' })
  expect((await findTestId('lk-pairing-failed')).textContent).toContain('WalletConnectConnector not found')
})
