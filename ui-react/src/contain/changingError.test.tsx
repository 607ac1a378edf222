// The limit of containing, see docs/decisions/contained-views.md. React renders nothing after this test, so that it is
// alone in its file.
import { definePlugin, View } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { fakeChain, fakeWallet } from '../../test/fakeWallets.js'
import { mountShell, testKernel } from '../../test/mount.js'
import { byTestId, until } from '../../test/page.js'
import { AccountButton } from '../buttons/AccountButton.js'

/** An error that can be read as often as containing reads it, and not when React asks whether it is a promise. */
function changingError(): Error {
  let reads = 0
  return new Proxy(new Error('a fault'), {
    get(target, name) {
      if (name !== 'then') return Reflect.get(target, name)
      reads += 1
      if (reads > 1) throw new Error('a fault of the stranger')
      return undefined
    },
  })
}

it('an error that changes after it was read leaves the page as it is, and React without effect', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const faults: unknown[] = []
  window.addEventListener('error', (event) => {
    faults.push(event.message)
    event.preventDefault()
  })
  const stranger = definePlugin({
    id: 'stranger',
    kernel: '^1.0.0',
    setup(context) {
      const component = () => {
        throw changingError()
      }
      context.add(View, {
        id: 'stranger.tab',
        slot: 'account.tabs',
        load: async () => ({ default: component }),
      })
    },
  })
  const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] }), stranger])
  mountShell(
    kernel,
    <>
      <p data-testid="host">The host’s own page</p>
      <AccountButton />
    </>,
  )
  await until(() => kernel.state.phase === 'started')
  await kernel.get(Session).connect({ connectorId: 'a' })
  ;(await until(() => byTestId('account-button'))).click()
  await until(() => faults.length > 0)
  expect(byTestId('host')?.textContent).toBe('The host’s own page')
  createRoot(document.body.appendChild(document.createElement('div'))).render(<p data-testid="neighbour" />)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(byTestId('neighbour')).toBeNull()
  // Without React a page can still end the connection.
  await kernel.get(Session).disconnect()
  expect(kernel.get(Session).state.connections).toEqual([])
})
