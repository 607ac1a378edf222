// The words for a payment that isn't known to have been made.
import { KernelProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { bill, payBench } from '../../test/payBench.js'
import PayLoadingView from './PayLoadingView.js'

let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  await stop?.()
  stop = undefined
})

it('a bundle that was done in part is told by its reason, and not as a payment that was sent', async () => {
  const bench = payBench()
  bench.world.decision = async () => ({
    ...{ status: 'failed', isPartial: true, transactions: ['0xfeed'] },
    ...{ code: 'CALLS_PARTIAL', reason: 'Only part of it was done.' },
  })
  await bench.connect()
  const controller = await bench.payer.load()
  const { state } = bench.payer
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  stop = async () => {
    root.unmount()
    container.remove()
    await bench.kernel.dispose()
  }
  root.render(
    <KernelProvider kernel={bench.kernel}>
      <PayLoadingView controller={controller} />
    </KernelProvider>,
  )
  bench.payer.pay(bill()).catch(() => {})
  await vi.waitFor(() => expect([state.phase, state.ways.status]).toEqual(['choosing', 'ready']))
  await controller.choose(state.ways.list.find(({ kind }) => kind === 'swap')!)
  await controller.confirm(state.preview)
  await vi.waitFor(() => expect(container.textContent).toContain('Only part of it was done.'))
  expect(state.phase).toBe('reported')
  expect(container.textContent).not.toContain('The payment was sent.')
})
