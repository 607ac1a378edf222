import {
  decodeContext,
  endCall,
  readPermissionState,
  readTerms,
  type SignedDelegation,
} from '@latchkey/plugin-smart-sessions/delegations'
import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import * as z from 'zod/mini'
import { nameNetwork } from '../../networkNames.js'
import { invalidParams, readParams } from '../../readParams.js'
import type { Fact } from '../../facts.js'
import { clientOf, nodeError } from '../node.js'
import { readTokenWords } from '../sendTransaction.js'
import { signCalls } from '../smart/performCalls.js'
import { describePermission, whoseAddress } from './describePermission.js'
import { asksForAll, endAllPermissions } from './endAllPermissions.js'
import type { PermissionsContext } from './givePermissions.js'
import { isOwnPermission } from './isOwnPermission.js'
import { say } from '../../../words/say.js'

const named = z.object({ permissionContext: z.string() })

/** As many as one operation can end, and a person can read. */
const mostEnded = 20

/**
 * `wallet_revokeExecutionPermission` (ERC-7715), and its earlier name. Ends permissions on the network, by one operation of the
 * account; a list may name several, and `{ all: true }` is for all. Returns when they are ended. What was ended before isn't asked for again.
 *
 * @throws FrameError
 */
export async function endPermissions(
  params: unknown,
  context: PermissionsContext,
): Promise<Record<string, never>> {
  const asked: readonly unknown[] = Array.isArray(params) ? (params as unknown[]) : [params]
  if (asked.length === 1 && asksForAll(asked[0])) return endAllPermissions(asked[0], context)
  const list = readParams(z.array(named), asked)
  if (list.length === 0 || list.length > mostEnded) {
    throw invalidParams(`params: name 1 to ${mostEnded} permissions by their "permissionContext".`)
  }
  const given = await Promise.all(list.map(({ permissionContext }) => readOwn(permissionContext, context)))
  const client = clientOf(context)
  const states = await Promise.all(given.map((one) => readPermissionState(client, one, undefined))).catch(
    (cause: unknown) => {
      throw nodeError(cause)
    },
  )
  const open = given.filter((_, index) => !states[index]?.isEnded)
  if (open.length === 0) return {}
  const facts = await Promise.all(open.map((one) => factsOf(one, context)))
  const calls = open.map((one) => ({ ...endCall(one), value: 0n }))
  const isOne = open.length === 1
  const about = {
    title: isOne ? say`End a permission` : say`End ${open.length} permissions`,
    text: isOne
      ? say`After this, no app can use the permission.`
      : say`After this, no app can use the permissions.`,
    accept: isOne ? say`End permission` : say`End permissions`,
    facts: facts.flatMap((own, index): readonly Fact[] => [
      ...(isOne ? [] : [{ name: say`Permission`, value: say`${index + 1} of ${open.length}` }]),
      ...own,
    ]),
  }
  const { submit } = await signCalls(calls, { ...context, about })
  const { isSuccess, transactionHash } = await submit({ signal: context.signal })
  if (isSuccess) return {}
  throw new FrameError(
    'rpc_error',
    `The permission hasn’t ended: it failed on the network (transaction ${transactionHash}).`,
    { rpcCode: -32000 },
  )
}

/**
 * The contracts would also end a permission that was never given, and the one that the app keeps would stay valid.
 *
 * @throws FrameError -32602 for what this account didn't give on this network
 */
async function readOwn(
  permissionContext: string,
  { chainId, smart }: PermissionsContext,
): Promise<SignedDelegation> {
  const delegation = decodeContext(permissionContext)
  if (delegation && (await isOwnPermission({ chainId, delegation }, smart.account))) return delegation
  throw invalidParams(
    'The "permissionContext" is not of a permission that this account gave on this network.',
  )
}

async function factsOf(delegation: SignedDelegation, context: PermissionsContext): Promise<readonly Fact[]> {
  const terms = readTerms(delegation)
  if (!terms) {
    return [
      { name: say`What it allows`, value: say`Unknown`, isWarning: true },
      { name: say`Who can use it`, value: delegation.delegate },
    ]
  }
  const { symbol: coin } = nameNetwork(`eip155:${context.chainId}`, context.app)
  const { allowance } = terms
  const token = 'token' in allowance ? await readTokenWords(clientOf(context), allowance.token) : undefined
  const facts = describePermission(terms, { coin, token, now: Math.floor(Date.now() / 1000) })
  // Ending a permission needs no warnings.
  return facts.filter(({ name }) => name !== whoseAddress).map(({ name, value }) => ({ name, value }))
}
