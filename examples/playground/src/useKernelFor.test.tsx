import { createKernel } from '@latchkey/kernel'
import { KernelProvider } from '@latchkey/ui-react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { useKernelFor } from './useKernelFor.js'

const create = () => createKernel([], { id: 'switched' })

function Page({ settings }: { readonly settings: string }) {
  const kernel = useKernelFor(settings, create)
  return (
    <KernelProvider kernel={kernel}>
      <p>{settings}</p>
    </KernelProvider>
  )
}

it('ends a kernel before the next one of the same id starts', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  onTestFinished(() => {
    root.unmount()
    element.remove()
    errors.mockRestore()
  })
  for (const settings of ['first', 'second', 'third']) {
    root.render(
      <StrictMode>
        <Page settings={settings} />
      </StrictMode>,
    )
    await vi.waitFor(() => expect(element.textContent).toContain(settings))
  }
  expect(errors.mock.calls).toEqual([])
  root.unmount()
  const next = create()
  await next.start()
  await next.dispose()
  expect(errors.mock.calls).toEqual([])
})
