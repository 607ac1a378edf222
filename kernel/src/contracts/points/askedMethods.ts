import type { ExtensionPoint } from '../../keys/extensionPoint.js'

/** JSON-RPC methods that a plugin asks wallets for. */
export interface MethodsAsked {
  readonly id: string
  readonly methods: readonly string[]
}

/**
 * The embedded wallet answers some methods only where a plugin of the app asks for them, such as those of permissions (ERC-7715):
 * what an app didn't list, no script of its page can use.
 */
// Without a policy: only code that is loaded late reads the list, and nothing of the first load stands in it then.
export const AskedMethods: ExtensionPoint<MethodsAsked> = { id: 'latchkey.askedMethods' }
