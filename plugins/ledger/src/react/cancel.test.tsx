import { Navigation } from '@latchkey/kernel/plugin'
import { afterEach, expect, it } from 'vitest'
import { mountShell, testKernel, unmountAll } from '../../../../ui-react/test/mount.js'
import { byTestId, clickTestId, findTestId, findView } from '../../../../ui-react/test/page.js'
import { standingLedger } from '../../test/standingLedger.js'
import { ConnectingLedgerRoute } from '../routes.js'

afterEach(unmountAll)

it('goes back to the first question while the device is waited for, and takes no late answer', async () => {
  const bench = standingLedger()
  const answer = bench.answer
  let release: (() => void) | undefined
  bench.answer = async () => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return answer()
  }
  const kernel = testKernel(bench.plugins)
  mountShell(kernel)
  await kernel.start()
  kernel.get(Navigation).open(ConnectingLedgerRoute, { connectorId: 'ledger' })
  await findView('ConnectingLedger')
  await clickTestId('lk-ledger-eip155')
  await findTestId('lk-ledger-reading')
  await clickTestId('lk-ledger-cancel')
  await findTestId('lk-ledger-start')
  release?.()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(byTestId('lk-ledger-start')).not.toBeNull()
  bench.answer = answer
  await clickTestId('lk-ledger-eip155')
  await findTestId('lk-ledger-account-0')
})
