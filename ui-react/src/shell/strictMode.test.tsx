import { ConnectRoute, Navigation } from '@latchkey/kernel/wallet'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { KernelProvider } from '../KernelProvider.js'

it('stays open under strict mode, which runs every effect twice', async () => {
  const kernel = createKernel([], { storage: memoryStorage() })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(
    <StrictMode>
      <KernelProvider kernel={kernel} />
    </StrictMode>,
  )
  await vi.waitFor(() => expect(kernel.get(Navigation).draws('Connect')).toBe(true))
  kernel.get(Navigation).open(ConnectRoute)
  await vi.waitFor(() => expect(document.querySelector('dialog:modal')).not.toBeNull(), { timeout: 20_000 })
  // The close event of the first clean-up comes in a later task.
  await new Promise((resolve) => setTimeout(resolve, 50))
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(kernel.get(Navigation).state.open).toBe(true)
  expect(document.querySelector('dialog:modal')).not.toBeNull()
  root.unmount()
  await kernel.dispose()
  container.remove()
})
