import { AccountRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import { page } from 'vitest/browser'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeChain, fakeWallet } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { findView, until } from '../../test/page.js'
import { ModalView } from '../ModalView.js'

beforeEach(() => page.viewport(800, 400))
afterEach(unmountAll)

const header = () => document.querySelector('.lk-modal-header')?.getBoundingClientRect()

async function embed() {
  const kernel = testKernel([
    fakeChain({ wallets: Array.from({ length: 12 }, (_, index) => fakeWallet(`w${index}`)) }),
  ])
  await kernel.start()
  mountShell(
    kernel,
    <>
      <ModalView />
      <div style={{ height: '3000px' }} />
    </>,
  )
  await findView('Connect')
  return kernel
}

it('brings the header of the next view into sight when what was pressed stands below it', async () => {
  const kernel = await embed()
  scrollTo(0, 500)
  await until(() => (header()?.bottom ?? 0) < 0)
  document.querySelector('.lk-view')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  await kernel.get(Session).connect({ connectorId: 'w0' })
  kernel.get(Navigation).reset(AccountRoute)
  await findView('Account')
  // A pixel of the window may be less than one of the style sheet.
  await until(() => (header()?.top ?? -99) > -1)
})

it('leaves a page alone where nobody has pressed anything in the view', async () => {
  const kernel = await embed()
  scrollTo(0, 500)
  const before = await until(() => scrollY)
  await kernel.get(Session).connect({ connectorId: 'w0' })
  kernel.get(Navigation).reset(AccountRoute)
  await findView('Account')
  await new Promise((resolve) => setTimeout(resolve, 100))
  // The browser itself keeps in place what stands below.
  expect(Math.abs(scrollY - before)).toBeLessThan(100)
  expect(header()?.bottom).toBeLessThan(0)
})

it('keeps what decides in the window, however far the view reaches below it', async () => {
  await page.viewport(800, 240)
  const kernel = await embed()
  await kernel.get(Session).connect({ connectorId: 'w0' })
  kernel.get(Navigation).reset(AccountRoute)
  await findView('Account')
  const bar = await until(() => document.querySelector('.lk-action-bar'))
  const card = document.querySelector('.lk-embedded')?.getBoundingClientRect()
  expect(card?.bottom).toBeGreaterThan(innerHeight)
  await until(() => bar.getBoundingClientRect().bottom <= innerHeight + 1)
})
