/** Waits for something to hold; fails with what was wrong last. */
export async function until<T>(read: () => T, timeout = 20_000): Promise<NonNullable<T>> {
  const end = performance.now() + timeout
  for (;;) {
    try {
      const value = read()
      if (value) return value as NonNullable<T>
      if (performance.now() > end) throw new Error(`Still not there: ${read}\n${document.body.textContent}`)
    } catch (error) {
      if (performance.now() > end) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export const byTestId = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-testid="${CSS.escape(id)}"]`)

export const findTestId = (id: string): Promise<HTMLElement> => until(() => byTestId(id))

export const byText = (text: string | RegExp): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('button, a, p, h2, h3, span')].find((element) => {
    const own = element.textContent ?? ''
    return typeof text === 'string' ? own.trim() === text : text.test(own)
  })

export const findText = (text: string | RegExp): Promise<HTMLElement> => until(() => byText(text))

export const dialog = (): HTMLDialogElement | null => document.querySelector('dialog.lk-modal')

/** Name of the view that is shown. */
export const shownView = (): string | undefined =>
  document.querySelector<HTMLElement>('[data-view]')?.dataset['view']

export const findView = (name: string): Promise<HTMLElement> =>
  until(() => document.querySelector<HTMLElement>(`[data-view="${name}"]`))

export async function clickTestId(id: string): Promise<void> {
  const element = await findTestId(id)
  element.click()
}

export async function clickText(text: string | RegExp): Promise<void> {
  const element = await findText(text)
  ;(element.closest<HTMLElement>('button, a') ?? element).click()
}
