import type { Kernel } from '@latchkey/kernel'
import { KernelError, Log } from '@latchkey/kernel/plugin'
import { modalClaim } from './modalClaim.js'

/** Long enough for a provider that is on its way out, and for a modal that a view in the page takes the place of. */
const patience = 250

/** Tells the developer that two providers of one kernel stay on the page, and both would draw its modal. */
export function tellDrawnTwice(kernel: Kernel, claim: string, isRefused: () => boolean): void {
  // A provider without a modal still has toasts, where no other one shows them.
  if (claim !== modalClaim) return
  setTimeout(() => {
    if (!isRefused()) return
    const sentence = 'Two providers would draw the modal of one kernel, so only the first one does.'
    const error = new KernelError(sentence, {
      code: 'MODAL_DRAWN_TWICE',
      metaMessages: [
        `Several <KernelProvider> on this page have the kernel "${kernel.id}". Only the first one's theme, messages and container are used for the modal.`,
        'Give the modal={false} property to all but one of them, or put one provider above everything that needs the kernel.',
      ],
      docsPath: '@latchkey/ui-react/README.md#kernelprovider',
    })
    kernel.find(Log)?.error(sentence, error)
  }, patience)
}
