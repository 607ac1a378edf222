import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { endPermissions } from './permissions/endPermissions.js'
import { givePermissions } from './permissions/givePermissions.js'
import { clientOf } from './node.js'
import { personalSign } from './personalSign.js'
import { type CallsContext, sendCalls } from './sendCalls.js'
import { sendTransaction } from './sendTransaction.js'
import { estimateCalls } from './smart/estimateCalls.js'
import { sendSmartCalls } from './smart/smartCalls.js'
import { sendSmartTransaction } from './smart/smartTransaction.js'
import { signTypedData } from './typedData.js'
import { readUpgrade } from './upgrade/readUpgrade.js'
import { watchAsset } from './watchAsset.js'

/** Answers one method that needs the person or the account's bundlers. @throws FrameError 4200 for what an account without code can't do */
export async function answerEvm(method: string, params: unknown, context: CallsContext): Promise<unknown> {
  if (method === 'personal_sign') return personalSign(params, context)
  if (method === 'eth_signTypedData_v3') return signTypedData('v3', params, context)
  if (method === 'eth_signTypedData_v4') return signTypedData('v4', params, context)
  const { smart, permissions } = context
  if (isPermissionMethod(method)) {
    if (!smart || !permissions) throw await noPermissions(context)
    const own = { ...context, smart, permissions }
    return givingMethods.has(method) ? givePermissions(params, own) : endPermissions(params, own)
  }
  if (smart && method === 'eth_sendTransaction') return sendSmartTransaction(params, { ...context, smart })
  if (smart && method === 'latchkey_estimateCalls') return estimateCalls(params, { ...context, smart })
  if (smart && method === 'wallet_sendCalls') return sendSmartCalls(params, { ...context, smart })
  if (method === 'eth_sendTransaction') return sendTransaction(params, context)
  if (method === 'wallet_watchAsset') return watchAsset(params, context)
  if (method === 'wallet_sendCalls') return sendCalls(params, context)
  throw new FrameError('not_available', 'This account can’t do that.', { rpcCode: 4200 })
}

/** Names of ERC-7715, now and in its earlier drafts. */
const givingMethods: ReadonlySet<string> = new Set([
  'wallet_requestExecutionPermissions',
  'wallet_grantPermissions',
])
const endingMethods: ReadonlySet<string> = new Set([
  'wallet_revokeExecutionPermission',
  'wallet_revokePermissions',
])

/** Whether a method gives permissions or ends them. */
const isPermissionMethod = (method: string): boolean => givingMethods.has(method) || endingMethods.has(method)

/** An upgraded account has contracts that keep limits, and yet no way to end what it gave together with the upgrade. */
async function noPermissions(context: CallsContext): Promise<FrameError> {
  const upgrade =
    context.rpcUrl === undefined
      ? undefined
      : await readUpgrade(clientOf(context), context.address).catch(() => undefined)
  const reason =
    upgrade?.kind === 'own'
      ? 'Undoing its upgrade wouldn’t end them, and they’d count again after the next one.'
      : 'Only smart accounts can, because contracts enforce the limits.'
  return new FrameError(
    'not_available',
    `This account can’t give permissions. ${reason} Use the smart account.`,
    { rpcCode: 4200 },
  )
}
