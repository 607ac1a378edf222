import type { NamespaceId } from '@latchkey/kernel/plugin'
import { type SignedMessage, SignMessage } from '@latchkey/kernel/contracts'
import { useCapability } from './useCapability.js'
import { type Mutation, useMutation } from './useMutation.js'

/** Text, signed as UTF-8, or bytes. */
export interface SignMessageVariables {
  readonly message: string | Uint8Array
}

/**
 * Asks the connected wallet to sign a message. Fails with `CONNECTION_NOT_FOUND` when no wallet is connected, with
 * `CAPABILITY_MISSING` or `CAPABILITY_REFUSED` where chain or wallet can't sign messages, and with `USER_REJECTED`
 * when the person declines.
 *
 * @param options.namespace Default the active one.
 *
 * @example
 * const { run, state } = useSignMessage()
 * <button onClick={() => run({ message: 'Hello' })}>Sign</button>
 */
export function useSignMessage(
  options: { readonly namespace?: NamespaceId | undefined } = {},
): Mutation<SignMessageVariables, SignedMessage> {
  const signer = useCapability(SignMessage, options)
  return useMutation(async (variables) => signer().sign(variables))
}
