import {
  type Amount,
  type Holding,
  type PreparedSend,
  type SendNotice,
  type TokenReference,
  feeForecastOf,
  worthOf,
} from '@latchkey/kernel/contracts'
import { ref } from 'valtio/vanilla'
import type { SendDraft, SendPreview, SendTarget, SendWarning } from '../Sender.js'
import { dangersOf, tokenLosses } from './dangersOf.js'
import { resolveName } from './resolveName.js'
import { isUnanswered } from './reviewUnanswered.js'
import { sendError } from './sendErrors.js'
import { addressRule, sendOf, type SenderTools } from './SenderTools.js'

export interface Checked {
  readonly preview: SendPreview
  readonly prepared: PreparedSend
}

export interface PrepareRequest {
  readonly target: SendTarget
  readonly draft: SendDraft & { readonly token: Holding }
  /** In the smallest unit; worked out again when everything is sent. */
  readonly amount: bigint
  readonly receiver: SendPreview['receiver']
  readonly warnings: readonly SendWarning[]
  /** A fee beyond reason that the person has agreed to. */
  readonly highestFee?: bigint | undefined
  readonly signal: AbortSignal
}

/** Has the chain check, price and simulate a send. A name is resolved once more: money goes where it points now. */
export async function prepareSend(tools: SenderTools, request: PrepareRequest): Promise<Checked> {
  const { target, draft, receiver, signal } = request
  await confirmName(tools, request)
  const sending = sendOf(tools, target)
  const { token, feeLevel } = draft
  const reference = tokenReference(token)
  const question = {
    to: receiver.address,
    feeLevel,
    signal,
    ...(request.highestFee === undefined ? {} : { highestFee: request.highestFee }),
    ...(reference ? { token: reference } : {}),
  }
  const everything = draft.isMaximum
  const most = everything ? (await sending.maximum(question)).value : request.amount
  const prepared = await sending.prepare({ ...question, amount: most, everything })
  return { prepared, preview: previewOf(tools, request, prepared.amount ?? { value: most }, prepared) }
}

async function confirmName(tools: SenderTools, { target, receiver, signal }: PrepareRequest): Promise<void> {
  const { name, address } = receiver
  if (name === undefined) return
  const now = await resolveName(tools, target, name, signal)
  if (now === undefined) throw sendError('SEND_NAME_UNKNOWN')
  if (!addressRule(tools, target)(now.address, address)) {
    throw sendError('SEND_RECEIVER_CHANGED')
  }
}

export function tokenReference({ address, name, amount, icon }: Holding): TokenReference | undefined {
  if (address === undefined) return undefined
  const { decimals, symbol } = amount
  return { address, decimals, symbol, name, ...(icon === undefined ? {} : { icon }) }
}

function previewOf(
  tools: SenderTools,
  { target, draft, receiver, warnings }: PrepareRequest,
  { value, moved }: Pick<Amount, 'value' | 'moved'>,
  prepared: PreparedSend,
): SendPreview {
  const { state, clock } = tools
  const { token, feeLevel } = draft
  const { decimals, symbol } = token.amount
  const amount: Amount = { value, decimals, symbol, ...(moved === undefined ? {} : { moved }) }
  const { fee, likelyFee, changes } = prepared
  const said = merge(
    warnings,
    prepared.notices.filter(({ code }) => !isUnanswered(code)),
  )
  const losses = tokenLosses({
    ...{ changes, token: tokenReference(token), amount, sender: target.address },
    isSameAddress: addressRule(tools, target),
  })
  return ref({
    token,
    amount,
    worth: worthOf(amount, token.price, state.currency),
    receiver,
    fee,
    feeWorth: worthOf(fee, state.nativePrice, state.currency),
    likelyFeeWorth: likelyFee && worthOf(likelyFee, state.nativePrice, state.currency),
    ...feeForecastOf(prepared),
    changes,
    warnings: said,
    dangers: dangersOf({ warnings: said, receiver: receiver.address, amount: amount.value, losses }),
    feeLevel,
    preparedAt: clock.now(),
  })
}

/** Chains name the same thing by these codes; it is said once. */
const sameMeaning: Readonly<Record<string, string>> = {
  RECEIVER_IS_SENDER: 'SEND_TO_SELF',
  RECEIVER_NEW: 'FIRST_TIME_RECEIVER',
}

/** What the chain says goes first, what the address tells follows; nothing twice. */
function merge(own: readonly SendWarning[], told: readonly SendNotice[]): readonly SendWarning[] {
  const notices = told.map((notice) => (notice.isLoss ? { ...notice, needsConsent: true } : notice))
  const meaning = ({ code }: SendNotice) => sameMeaning[code] ?? code
  const said = new Set(notices.map(({ code }) => code))
  const meant = new Set(notices.map(meaning))
  // A receiver that is new to the chain is worth both sentences; the rest means the same.
  const left = own.filter((warning) => !meant.has(meaning(warning)) || warning.code === 'FIRST_TIME_RECEIVER')
  return [...left.filter(({ code }) => !said.has(code)), ...notices].sort(
    (one, other) => rank(one) - rank(other),
  )
}

const rank = ({ severity }: SendNotice) => (severity === 'warning' ? 0 : 1)
