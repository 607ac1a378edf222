import type { Kernel } from '@latchkey/kernel'
import { Notifications } from '@latchkey/kernel/wallet'
import { attemptCall } from '../contain/attemptCall.js'

/** Milliseconds: two sentences are to be read. */
const duration = 8_000

/**
 * Tells the person of what failed beside something that went well, on the page, because the modal closes after that. Where it can't be
 * shown, that goes on.
 */
export function tellError(kernel: Kernel, text: string): void {
  attemptCall(() => kernel.get(Notifications).toast(text, { type: 'error', duration }), undefined)
}
