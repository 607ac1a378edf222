import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { personalSign } from './personalSign.js'
import { type CallsContext, sendCalls } from './sendCalls.js'
import { sendTransaction } from './sendTransaction.js'
import { sendSmartCalls } from './smart/smartCalls.js'
import { sendSmartTransaction } from './smart/smartTransaction.js'
import { signTypedData } from './typedData.js'

/** Answers one method that needs the person. @throws FrameError 4200 for what an account without code can't do */
export async function answerEvm(method: string, params: unknown, context: CallsContext): Promise<unknown> {
  if (method === 'personal_sign') return personalSign(params, context)
  if (method === 'eth_signTypedData_v3') return signTypedData('v3', params, context)
  if (method === 'eth_signTypedData_v4') return signTypedData('v4', params, context)
  const { smart } = context
  if (smart && method === 'eth_sendTransaction') return sendSmartTransaction(params, { ...context, smart })
  if (smart && method === 'wallet_sendCalls') return sendSmartCalls(params, { ...context, smart })
  if (method === 'eth_sendTransaction') return sendTransaction(params, context)
  if (method === 'wallet_sendCalls') return sendCalls(params, context)
  throw new FrameError('not_available', 'This account can’t do that.', { rpcCode: 4200 })
}
