import type { Kernel } from '@latchkey/kernel'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { KernelProvider } from '../KernelProvider.js'

export interface DrawnHook<T> {
  /** The hook's results at each render, oldest first. */
  readonly seen: readonly T[]
  /** The latest result. @throws Error before the first render */
  now(): T
  /** Removes the page. */
  unmount(): void
}

/**
 * Renders a page that uses a hook, for tests in a browser. The test starts the kernel itself.
 *
 * @example
 * const { now } = drawHook(kernel, useWalletClient)
 * await vi.waitFor(() => expect(now().status).toBe('success'))
 */
export function drawHook<T>(kernel: Kernel, useIt: () => T): DrawnHook<T> {
  const seen: T[] = []
  const place = document.body.appendChild(document.createElement('div'))
  const page = createRoot(place)
  page.render(
    <KernelProvider kernel={kernel}>
      <Probe useIt={useIt} seen={seen} />
    </KernelProvider>,
  )
  return {
    seen,
    now() {
      if (seen.length === 0) throw new Error('The hook was not drawn yet.')
      return seen[seen.length - 1] as T
    },
    unmount() {
      page.unmount()
      place.remove()
    },
  }
}

function Probe<T>({ useIt, seen }: { readonly useIt: () => T; readonly seen: T[] }) {
  const value = useIt()
  useEffect(() => void seen.push(value))
  return null
}
