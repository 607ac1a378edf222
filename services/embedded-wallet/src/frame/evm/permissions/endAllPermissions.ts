import {
  endAllCall,
  endCall,
  readPermissionNonce,
  readTerms,
  type SignedDelegation,
} from '@latchkey/plugin-smart-sessions/delegations'
import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import * as z from 'zod/mini'
import { readParams } from '../../readParams.js'
import { clientOf, nodeError } from '../node.js'
import { ownAddress, requireOwn } from '../shapes.js'
import { signCalls } from '../smart/performCalls.js'
import type { PermissionsContext } from './givePermissions.js'
import { isOwnPermission } from './isOwnPermission.js'
import { requireContracts } from './requireContracts.js'
import { say } from '../../../words/say.js'

const shape = z.strictObject({ all: z.literal(true), from: z.optional(ownAddress) })

/** Whether a request names all permissions, and not one by its context. */
export const asksForAll = (asked: unknown): boolean =>
  typeof asked === 'object' && asked !== null && Object.hasOwn(asked, 'all')

/**
 * `wallet_revokeExecutionPermission` with `{ all: true }`, which is this wallet's own: ends every permission of the account on
 * the network, whichever app got it, and without its context. The person needs no app's help, and nothing that's stored.
 *
 * @throws FrameError
 */
export async function endAllPermissions(
  asked: unknown,
  context: PermissionsContext,
): Promise<Record<string, never>> {
  const { from } = readParams(shape, asked)
  if (from !== undefined) requireOwn(from, context)
  await requireContracts(clientOf(context), context.chainId)
  const about = {
    title: say`End all permissions`,
    text: say`After this, no app can use a permission of this account on this network.`,
    accept: say`End all permissions`,
    facts: [{ name: say`What ends`, value: say`Every permission on this network, in all apps` }],
  }
  const calls = [endAllCall(), ...(await findOutliving(context)).map(endCall)]
  const { submit } = await signCalls(
    calls.map((call) => ({ ...call, value: 0n })),
    { ...context, about },
  )
  const { isSuccess, transactionHash } = await submit({ signal: context.signal })
  if (isSuccess) return {}
  throw new FrameError(
    'rpc_error',
    `The permissions haven’t ended: it failed on the network (transaction ${transactionHash}).`,
    { rpcCode: -32000 },
  )
}

/** As many as one operation can end. */
const mostEnded = 20

/**
 * Permissions of this wallet's list that name a later count than the network has, as after a node that told one. Ending
 * the present count would make them valid.
 */
async function findOutliving(context: PermissionsContext): Promise<readonly SignedDelegation[]> {
  const { address: own, chainId, permissions, smart } = context
  const current = await readPermissionNonce(clientOf(context), own).catch((cause: unknown) => {
    throw nodeError(cause)
  })
  const later = permissions.list().filter((stored) => {
    const terms = readTerms(stored.delegation)
    const isOver = terms !== undefined && terms.until <= Date.now() / 1000
    return stored.chainId === chainId && !isOver && (terms?.nonce === undefined || terms.nonce > current)
  })
  const isOwn = await Promise.all(later.map((stored) => isOwnPermission(stored, smart.account)))
  const found = later.filter((_, index) => isOwn[index]).slice(-mostEnded)
  return found.map(({ delegation }) => delegation)
}
