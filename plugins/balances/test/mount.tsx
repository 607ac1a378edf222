import '@latchkey/ui-react/styles.css'
import { AccountButton, type KernelProviderProps } from '@latchkey/ui-react'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import { LocaleProvider } from '../../../ui-react/test/figures.js'
import type { Staged } from './scenarios.js'

const live = new Set<() => Promise<void>>()

/** In StrictMode, under a provider, beside an account button. */
export function mount({ kernel }: Staged, children?: ReactNode, props?: Partial<KernelProviderProps>): void {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  root.render(
    <StrictMode>
      <LocaleProvider kernel={kernel} {...props}>
        <AccountButton />
        {children}
      </LocaleProvider>
    </StrictMode>,
  )
  live.add(async () => {
    root.unmount()
    container.remove()
    await kernel.dispose()
  })
}

export async function unmountAll(): Promise<void> {
  for (const unmount of [...live]) await unmount()
  live.clear()
}

export const find = (selector: string) => document.querySelector<HTMLElement>(selector)
export const byTestId = (id: string) => find(`[data-testid="${CSS.escape(id)}"]`)

/** Waits until it is there. */
export const until = <T,>(read: () => T) =>
  vi.waitFor(
    () => {
      const value = read()
      if (!value) throw new Error(`Still not there: ${read}\n${document.body.innerText}`)
      return value as NonNullable<T>
    },
    { timeout: 30_000, interval: 20 },
  )

export const findTestId = (id: string) => until(() => byTestId(id))

/** Waits until nothing moves: contrast cannot be measured on half-faded text. */
export const settled = () =>
  until(() =>
    document.getAnimations().every((animation) => {
      const isEndless = animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY
      return isEndless || animation.playState !== 'running'
    }),
  )
