import type { Connection, LogService, NetworkId } from '@latchkey/kernel/plugin'
import type { ConnectSignIn } from '@latchkey/kernel/contracts'
import type { OptionalNamespace } from '../namespaces.js'
import type { LinkerOptions } from './createLinker.js'

/**
 * The sign-in that the wallet is asked for together with the connection. `undefined` where the app does not sign in, has
 * turned it off, or where something other than EVM is proposed.
 */
export async function prepareSignIn(
  { options, signIn }: Pick<LinkerOptions, 'options' | 'signIn'>,
  proposal: Readonly<Record<string, OptionalNamespace>>,
  signal: AbortSignal,
): Promise<ConnectSignIn | undefined> {
  if (options.signInOnConnect === false) return undefined
  const networkIds = Object.values(proposal).flatMap(({ chains }) => chains as NetworkId[])
  const step = await signIn?.prepare({ networkIds, signal })
  // The protocol's request has no place for a request id.
  if (step?.request.requestId === undefined) return step
  step.abandon()
  return undefined
}

/** Ends the connection when its sign-in fails: the user would be asked to sign in a second time. */
export async function completeSignIn(
  step: ConnectSignIn,
  cacaos: readonly unknown[],
  connection: Connection,
  log: LogService,
): Promise<void> {
  try {
    await step.complete({ cacaos })
  } catch (error) {
    await connection
      .disconnect()
      .catch((cause: unknown) => log.warn('A session without its sign-in could not be ended.', cause))
    throw error
  }
}
