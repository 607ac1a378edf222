import type { Kernel } from '@latchkey/kernel'
import { Notifications } from '@latchkey/kernel/plugin'
import { attemptCall } from '../contain/attemptCall.js'

/** Tells the person of what failed beside something that went well. Where it can't be shown, that goes on. */
export function tellError(kernel: Kernel, text: string): void {
  attemptCall(() => kernel.get(Notifications).showSnackbar(text, { variant: 'error' }), undefined)
}
