import { extensionPoint } from '../../keys/extensionPoint.js'
import { checkShape } from '../checkShape.js'
import type { Words } from '../words.js'

/** A component for a slot of the shell. Made by `view()` or `routeView()` of the shell, which type it. */
export interface ViewContribution {
  readonly id: string
  /** Id of the slot, or of the route for entries of `modal.routes`. */
  readonly slot: string
  /** Name for people, where the slot shows one: on the tab of an account tab. */
  readonly label?: Words
  /** 100 when absent. */
  readonly order?: number
  readonly when?: () => boolean
  /** How many rows of a list the view takes: the host holds their place free while it loads, so that nothing moves. None when absent. */
  readonly rows?: number
  /** Loads a module whose default export is the component. */
  readonly load: () => Promise<unknown>
}

export const View = extensionPoint<ViewContribution>('latchkey.view', {
  check: (view) =>
    checkShape('latchkey.view', view, {
      slot: 'text',
      label: 'words?',
      order: 'number?',
      rows: 'number?',
      when: 'function?',
      load: 'function',
    }),
})
