import { Navigation } from '@latchkey/kernel/wallet'
import { afterEach, expect, it } from 'vitest'
import { mountShell, testKernel, unmountAll } from '../../../../ui-react/test/mount.js'
import { byTestId, clickTestId, findTestId, findView, until } from '../../../../ui-react/test/page.js'
import { type StandingLedger, standingLedger } from '../../test/standingLedger.js'
import { ConnectingLedgerRoute } from '../routes.js'

afterEach(unmountAll)

/** Opens the view, and asks the device for its EVM accounts. */
async function ask(bench: StandingLedger): Promise<void> {
  const kernel = testKernel(bench.plugins)
  mountShell(kernel)
  await kernel.start()
  const navigation = kernel.get(Navigation)
  await until(
    () => navigation.state.open || navigation.open(ConnectingLedgerRoute, { connectorId: 'ledger' }),
  )
  await findView('ConnectingLedger')
  await clickTestId('lk-ledger-eip155')
}

it('goes back to the first question while the device is waited for, and asks it again once it’s free', async () => {
  const bench = standingLedger()
  const answer = bench.answer
  let release: (() => void) | undefined
  bench.answer = async () => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return answer()
  }
  await ask(bench)
  await findTestId('lk-ledger-reading')
  await clickTestId('lk-ledger-cancel')
  await findTestId('lk-ledger-start')
  // The device is asked again once it's free.
  let asked = 0
  bench.answer = () => {
    asked += 1
    return answer()
  }
  await clickTestId('lk-ledger-eip155')
  await findTestId('lk-ledger-reading')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(asked).toBe(0)
  release?.()
  await findTestId('lk-ledger-account-0')
  expect(asked).toBe(1)
})

it('goes back to the accounts that were read while more are', async () => {
  const bench = standingLedger()
  await ask(bench)
  await findTestId('lk-ledger-account-0')
  bench.answer = () => new Promise(() => undefined)
  await clickTestId('lk-ledger-more')
  await clickTestId('lk-ledger-cancel')
  await findTestId('lk-ledger-account-0')
  expect(byTestId('lk-ledger-start')).toBeNull()
})
