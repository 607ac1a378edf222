/** Typed key of a list that any plugin may add to. Every entry has an `id`, unique in the list. */
export interface ExtensionPoint<T extends { readonly id: string }> {
  readonly id: string
  readonly '~type'?: (value: T) => T
}

/**
 * Makes an extension point. The kernel ships four (`Connector`, `Namespace`, `Feature`, `View`);
 * a plugin exports its own when others should be able to add to it.
 */
export function extensionPoint<T extends { readonly id: string }>(id: string): ExtensionPoint<T> {
  return { id }
}
