import type { Kernel } from '@latchkey/kernel'
import { KernelError, Log } from '@latchkey/kernel/plugin'

const told = new WeakSet<Kernel>()

/** Tells the developer, once for each kernel, that what is drawn has no style sheet. @param element is inside a `ThemeRoot`. */
export function tellStylesMissing(kernel: Kernel, element: Element): void {
  if (told.has(kernel) || getComputedStyle(element).getPropertyValue('--lk-color-text') !== '') return
  told.add(kernel)
  const sentence = 'The style sheet is missing, so the modal is drawn without it.'
  const error = new KernelError(sentence, {
    code: 'STYLES_MISSING',
    metaMessages: [
      "Write import '@latchkey/ui-react/styles.css' where your app starts; inside a shadow root, put the sheet there.",
    ],
  })
  kernel.find(Log)?.error(sentence, error)
}
