/** Typed place in the shell. `Props` is what every component in it receives. */
export interface Slot<Props> {
  readonly id: string
  readonly '~props'?: (props: Props) => Props
}

export type SlotProps<S> = S extends Slot<infer Props> ? Props : never

/**
 * Makes a slot. The shell ships its own (see `slots.ts`); a plugin exports one when others may draw inside its views.
 *
 * @example
 * export const SwapDetails = slot<{ quote: Quote }>('example.swap.details')
 */
// biome-ignore lint/complexity/noBannedTypes: a slot without props gives its components an empty object.
export function slot<Props = {}>(id: string): Slot<Props> {
  return { id }
}
