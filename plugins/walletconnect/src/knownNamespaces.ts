/** Namespaces with methods of their own in `defaultsOf`. Apart from them, because this is part of the first load. */
export const knownNamespaces = ['eip155', 'solana', 'bip122', 'polkadot'] as const

export type KnownNamespace = (typeof knownNamespaces)[number]
