import type { SignedMessage } from '@latchkey/kernel/contracts'
import { type Mutation, useCapability, useMutation } from '@latchkey/ui-react'
import { SignTypedData, type TypedData } from '../typedData.js'

export interface SignTypedDataVariables {
  readonly typedData: TypedData
}

/**
 * Asks the connected EVM wallet to sign structured data (EIP-712). Fails with `CONNECTION_NOT_FOUND` when no wallet is
 * connected, with `TYPED_DATA_INVALID` before the wallet is asked, and with `USER_REJECTED` when the person declines.
 *
 * @example
 * const { run, state } = useSignTypedData()
 * <button onClick={() => run({ typedData: order })}>Sign the order</button>
 */
export function useSignTypedData(): Mutation<SignTypedDataVariables, SignedMessage> {
  const signer = useCapability(SignTypedData, { namespace: 'eip155' })
  return useMutation(async (variables) => signer().sign(variables))
}
