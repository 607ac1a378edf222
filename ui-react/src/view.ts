import type { ViewContribution, Words } from '@latchkey/kernel/plugin'
import type { ComponentType } from 'react'
import type { Slot } from './slot.js'

export interface ViewOptions<Props> {
  /** Unique in the kernel. Prefix it with the plugin's id: `example.swap.details`. */
  readonly id: string
  /** Name for people, where the slot shows one: on the tab of an account tab. */
  readonly label?: Words | undefined
  /** Place in the slot, 100 when absent; equal numbers keep the host's plugin order. */
  readonly order?: number | undefined
  /** Asked on every change of the kernel; the view is left out while it answers false. */
  readonly when?: (() => boolean) | undefined
  /** How many rows of a list it takes: their place is held free while it loads, so that nothing moves. None when absent. */
  readonly rows?: number | undefined
  /** A dynamic `import()` of a module whose default export is the component. */
  readonly load: () => Promise<{ readonly default: ComponentType<Props> }>
}

/**
 * Makes a view for a slot, checked against the slot's props, to be added to the kernel's `View` point.
 *
 * @example
 * context.add(View, view(AccountTabs, { id: 'example.tokens', label: 'Tokens', load: () => import('./TokensTab.js') }))
 */
export function view<Props>(place: Slot<Props>, options: ViewOptions<NoInfer<Props>>): ViewContribution {
  const { label, order, when, rows, ...rest } = options
  return {
    ...rest,
    slot: place.id,
    ...(label === undefined ? {} : { label }),
    ...(order === undefined ? {} : { order }),
    ...(when === undefined ? {} : { when }),
    ...(rows === undefined ? {} : { rows }),
  }
}
