import { icons } from '@latchkey/icons'
import { createKernel, type Kernel, memoryStorage, type PluginInput } from '@latchkey/kernel'
import type { KernelProviderProps } from '@latchkey/ui-react'

export interface Staged {
  readonly kernel: Kernel
  readonly provider?: Partial<KernelProviderProps>
  /** Brings the shown kernel to what the screen is about. */
  readonly act: () => unknown
}

/** One state of one view, as the gallery shows it. */
export interface Screen {
  /** `group/name`, unique; the address of the screen in the gallery. */
  readonly id: string
  /** Drawn as a phone's browser would have it. */
  readonly phone?: boolean
  readonly stage: () => Staged
}

let count = 0

export function makeKernel(plugins: readonly PluginInput[], name?: string): Kernel {
  count += 1
  // What a host shows who follows the quick start: real marks, and letters for what nobody knows.
  return createKernel([...plugins, icons()], {
    id: `screens${count}`,
    storage: memoryStorage(),
    logLevel: 'silent',
    ...(name === undefined ? {} : { app: { name } }),
  })
}

export const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time))

/** Waits for what a reading finds. Fails with a sentence that names `what` when it doesn't come. */
export async function until<Value>(
  read: () => Value,
  what = `what ${read} finds`,
): Promise<NonNullable<Value>> {
  const end = performance.now() + 60_000
  for (;;) {
    const value = read()
    if (value) return value as NonNullable<Value>
    if (performance.now() > end) throw new Error(`Waited a minute for ${what}, and it didn't come.`)
    await wait(20)
  }
}

export const findTestId = (id: string) =>
  until(() => document.querySelector<HTMLElement>(`[data-testid="${CSS.escape(id)}"]`), `the test id ${id}`)

export const click = async (id: string) => (await findTestId(id)).click()

export async function write(id: string, text: string): Promise<void> {
  const field = await findTestId(id)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
