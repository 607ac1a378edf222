/** What a point demands of its entries, and what becomes of them. It travels with the key, so the engine knows no point. */
export interface PointPolicy<T> {
  /**
   * Runs once for each entry, when it is added, on the plain frozen copy that the list then holds. Throws what is wrong
   * with it.
   */
  check?(value: T): void
  /**
   * Checks and contains each part of a list, by the name of the list, before `check` sees the entry. Throws where a part is wrong.
   */
  readonly parts?: { readonly [Name in keyof T]?: (part: never, onFault: PartFault) => unknown }
  /** Returns what an entry becomes when the start of its plugin failed. Default: it stays as it is. */
  degrade?(value: T): T
  /** Methods whose faults are contained: the plugin is named in the kernel's state, and the call returns this instead. */
  readonly contain?: { readonly [Name in keyof T]?: unknown }
  /** Returns a sentence when an entry cannot work beside what the other points hold. Told by `inspect()` and the log. */
  review?(value: T, list: ListReader): string | undefined
  /** What to do when two plugins add entries with one id. Default: prefix the ids. */
  readonly whenTaken?: string
}

/** Told of a part's contained method that threw: the plugin's state names it. */
export type PartFault = (error: unknown, id: string, method: string) => void

export type ListReader = <T extends { readonly id: string }>(point: ExtensionPoint<T>) => readonly T[]

/** Typed key of a list that any plugin may add to. Every entry has an `id`, unique in the list. */
export interface ExtensionPoint<T extends { readonly id: string }> {
  readonly id: string
  /** With a policy, what is added is read once and copied; without one, the list holds what was added. */
  readonly policy?: PointPolicy<T>
  readonly '~type'?: (value: T) => T
}

/**
 * Makes an extension point. The kernel ships four (`Connector`, `Namespace`, `Feature`, `View`);
 * a plugin exports its own when others should be able to add to it.
 *
 * @example
 * export const Rows = extensionPoint<Row>('example.rows', {
 *   check: (row) => checkShape('example.rows', row, { height: 'number' }),
 * })
 */
export function extensionPoint<T extends { readonly id: string }>(
  id: string,
  policy?: PointPolicy<T>,
): ExtensionPoint<T> {
  return policy ? { id, policy } : { id }
}
