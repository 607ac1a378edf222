import { type Account, Connector, definePlugin } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { fakeWallet } from '@latchkey/kernel/testing'
import { createKernel, type Kernel, memoryStorage, type PluginInput } from '@latchkey/kernel'
import axe from 'axe-core'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { page } from 'vitest/browser'
import { expect, vi } from 'vitest'
import type { KernelProviderProps } from '../src/KernelProvider.js'
import '../src/styles.css'
import { LocaleProvider } from './figures.js'

export interface Shown {
  readonly kernel: Kernel
  unmount(): Promise<void>
}

/** A page with the provider and a connected wallet. */
export async function show(
  plugins: readonly PluginInput[],
  accounts: readonly Account[],
  props: Partial<KernelProviderProps> = {},
): Promise<Shown> {
  const networks = Object.fromEntries(
    accounts.map(({ namespace, id }) => [
      namespace,
      id.split(':').slice(0, 2).join(':') as `${string}:${string}`,
    ]),
  )
  const wallet = fakeWallet({
    name: 'Test wallet',
    accounts,
    networks,
    answers: { connect: 'approve', disconnect: 'approve', switchNetwork: 'approve' },
  })
  const connector = definePlugin({
    id: 'test.wallet',
    kernel: '^1.0.0',
    setup: (context) => void context.add(Connector, wallet.connector),
  })
  const kernel = createKernel([...plugins, connector], { storage: memoryStorage(), logLevel: 'silent' })
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  // Now: a kernel whose code is loaded starts before React draws by itself, and what is opened then has nobody to draw it.
  flushSync(() =>
    root.render(
      <StrictMode>
        <LocaleProvider kernel={kernel} {...props} />
      </StrictMode>,
    ),
  )
  await kernel.start()
  if (accounts.length > 0) await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  return {
    kernel,
    async unmount() {
      root.unmount()
      container.remove()
      await kernel.dispose()
    },
  }
}

/** Waits as long as a busy machine may need. */
export const until = <T,>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000 })

export const byTestId = (id: string) =>
  document.querySelector<HTMLElement>(`[data-testid="${CSS.escape(id)}"]`)

export const findTestId = (id: string): Promise<HTMLElement> =>
  until(() => {
    const element = byTestId(id)
    if (!element) throw new Error(`No "${id}" in: ${document.body.innerText}`)
    return element
  })

export const text = () => document.querySelector<HTMLElement>('dialog')?.innerText ?? ''

/** Waits until the words are shown. */
export const findWords = (words: string) => until(() => expect(text()).toContain(words))

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Waits until nothing moves, nor begins to: a height is measured a frame after its content, and moves in the next one. */
export async function settled(): Promise<void> {
  for (let count = 0; count < 3; count += 1) await frame()
  await until(() => {
    const isMoving = document.getAnimations().some((animation) => {
      const endless = animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY
      return !endless && animation.playState === 'running'
    })
    if (isMoving) throw new Error('Still moving')
  })
}

/** What axe says of the modal, and a picture of it when `VITE_PICTURES` names a folder. */
export async function judge(name: string): Promise<void> {
  await settled()
  const folder = import.meta.env['VITE_PICTURES'] as string | undefined
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
  const { violations } = await axe.run(document.querySelector('dialog') ?? document.body, {
    resultTypes: ['violations'],
    rules: { region: { enabled: false } },
  })
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found).toEqual([])
}

/** Types into a field as a person does, as far as React can tell. */
export function type(field: HTMLElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
