import { ConnectRoute, Navigation } from '@latchkey/kernel/wallet'
import { type LogService, Log } from '@latchkey/kernel/plugin'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeChain, fakeWallet } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { byTestId, findTestId, findView, until } from '../../test/page.js'

// A file that was cut short: a load that is refused can't be played here without failing the whole run.
vi.mock('./WalletSearch.js', () => ({ default: undefined }))

afterEach(unmountAll)

it('leaves the list without its search where its code is damaged, and says so in the log', async () => {
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
