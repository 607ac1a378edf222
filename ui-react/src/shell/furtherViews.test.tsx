import { AccountRoute, ConnectRoute, Navigation, NetworksRoute, Session } from '@latchkey/kernel/wallet'
import { afterEach, expect, it } from 'vitest'
import { fakeChain, fakeWallet } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { findView, until } from '../../test/page.js'

afterEach(unmountAll)

/** Notes every skeleton that stands in for a view, however shortly. */
function watchSkeletons(): () => number {
  let count = 0
  const observer = new MutationObserver(() => {
    count += document.querySelectorAll('.lk-view-skeleton').length
  })
  observer.observe(document.documentElement, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    return count
  }
}

it('draws a view that was loaded ahead in the first frame, each time the dialog opens', async () => {
  const kernel = testKernel([fakeChain({ wallets: [fakeWallet('metal')] })])
  mountShell(kernel)
  const navigation = kernel.get(Navigation)
  await kernel.get(Session).connect({ connectorId: 'metal' })
  navigation.open(AccountRoute)
  await until(() => document.querySelector('[data-testid="lk-account-address"]'))
  const seen = watchSkeletons()
  navigation.close()
  await until(() => !document.querySelector('dialog[open]'))
  navigation.open(ConnectRoute)
  await findView('Connect')
  navigation.reset(AccountRoute)
  await until(() => document.querySelector('[data-testid="lk-account-address"]'))
  navigation.push(NetworksRoute)
  await findView('Networks')
  expect(seen()).toBe(0)
})

it('waits in the place of a view that is opened before it was loaded', async () => {
  const kernel = testKernel([fakeChain({ wallets: [fakeWallet('metal')] })])
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'metal' })
  mountShell(kernel)
  const navigation = kernel.get(Navigation)
  await until(() => {
    navigation.open(AccountRoute)
    return navigation.state.open
  })
  await until(() => document.querySelector('[data-testid="lk-account-address"]'))
  expect(document.querySelector('.lk-view-skeleton')).toBeNull()
})
