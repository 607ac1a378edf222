/** Types what a connection offers in a namespace. Exported by the namespace's plugin. */
export interface ProviderKey<T> {
  readonly namespace: string
  /** Whether a value has this form. Checked before the value is handed out; must not throw. */
  readonly check?: (value: unknown) => boolean
  readonly '~type'?: (value: T) => T
}

/**
 * @param check whether a value can be used as the type says. Without it every value of the namespace's connections is
 *   handed out as it is.
 *
 * @example
 * export const Eip155Provider = providerKey<Eip1193Provider>('eip155', isEip1193Provider)
 */
export function providerKey<T>(namespace: string, check?: (value: unknown) => value is T): ProviderKey<T> {
  return check ? { namespace, check } : { namespace }
}
