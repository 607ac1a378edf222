import { route } from '@latchkey/kernel/plugin'

/** Leads to the view. A host without React can draw its own. */
export const __pascal__Route = route('__pascal__')
