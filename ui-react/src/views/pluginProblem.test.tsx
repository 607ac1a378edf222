import { ConnectRoute, Navigation } from '@latchkey/kernel/wallet'
import { definePlugin } from '@latchkey/kernel/plugin'
import { afterEach, expect, it } from 'vitest'
import { fakeChain, fakeWallet } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { byTestId, clickTestId, findTestId, until } from '../../test/page.js'

afterEach(unmountAll)

it('says behind "See why" which versions do not fit, in the words that the developer reads', async () => {
  const late = definePlugin({ id: 'example.late', kernel: '^9.1.0', setup() {} })
  const kernel = testKernel([fakeChain({ wallets: [fakeWallet('metal')] }), late])
  mountShell(kernel)
  await until(() => {
    kernel.get(Navigation).open(ConnectRoute)
    return byTestId('lk-see-problems')
  })
  await clickTestId('lk-see-problems')
  await findTestId('lk-problem-example.late')
  const shown = byTestId('lk-problem-example.late')?.textContent ?? ''
  expect(shown).toContain('^9.1.0')
  expect(shown).toContain('PLUGIN_INCOMPATIBLE')
})
