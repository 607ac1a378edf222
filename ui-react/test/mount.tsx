import {
  createKernel,
  type Kernel,
  type KernelOptions,
  memoryStorage,
  type PluginInput,
} from '@latchkey/kernel'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { KernelProviderProps } from '../src/KernelProvider.js'
import '../src/styles.css'
import { LocaleProvider } from './figures.js'

let count = 0

/** A kernel that keeps nothing and leaves other tests' kernels alone. */
export function testKernel(plugins: readonly PluginInput[], options: KernelOptions = {}): Kernel {
  count += 1
  return createKernel(plugins, {
    id: `test${count}`,
    storage: memoryStorage(),
    logLevel: 'silent',
    ...options,
  })
}

export interface Mounted {
  readonly container: HTMLElement
  render(node: ReactNode): void
  unmount(): void
}

const live = new Set<Mounted>()

export function mount(node: ReactNode): Mounted {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  const mounted: Mounted = {
    container,
    render: (next) => root.render(<StrictMode>{next}</StrictMode>),
    unmount() {
      root.unmount()
      container.remove()
      live.delete(mounted)
    },
  }
  live.add(mounted)
  mounted.render(node)
  return mounted
}

/** Under a provider, in StrictMode. */
export function mountShell(
  kernel: Kernel,
  children?: ReactNode,
  props?: Partial<KernelProviderProps>,
): Mounted {
  return mount(
    <LocaleProvider kernel={kernel} {...props}>
      {children}
    </LocaleProvider>,
  )
}

/** Takes everything off the page again; for `afterEach`. */
export function unmountAll(): void {
  for (const mounted of [...live]) mounted.unmount()
}
