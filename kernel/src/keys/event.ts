/** Typed key of a fact that happened. The payload carries ids and plain data, never secrets. */
export interface EventKey<T> {
  readonly id: string
  readonly '~type'?: (value: T) => T
}

/** Makes an event key. Name it in the past tense, or by the specification's own name (`SEND_SUCCESS`). */
export function event<T>(id: string): EventKey<T> {
  return { id }
}
