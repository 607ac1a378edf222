import { ConnectRoute, Navigation, type LogService, Log } from '@latchkey/kernel/plugin'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeChain, fakeWallet } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { byTestId, findTestId, findView, until } from '../../test/page.js'

vi.mock('./WalletSearch.js', () => {
  throw new Error('offline')
})

afterEach(unmountAll)

it('leaves the list without its search where that can’t be loaded, and says so in the log', async () => {
  const wallets = Array.from({ length: 12 }, (_, index) => fakeWallet(`w${index}`))
  const kernel = testKernel([fakeChain({ wallets })])
  const error = vi.spyOn(kernel.get(Log) as LogService, 'error')
  mountShell(kernel)
  const navigation = kernel.get(Navigation)
  await until(() => navigation.state.open || navigation.open(ConnectRoute))
  await findView('Connect')
  await until(() =>
    error.mock.calls.some(([text]) => `${text}`.includes('A part of the list could not be loaded.')),
  )
  expect(byTestId('lk-wallet-search')).toBeNull()
  expect(document.querySelector('.lk-field-box')).toBeNull()
  await findTestId('wallet-selector-w11')
})
