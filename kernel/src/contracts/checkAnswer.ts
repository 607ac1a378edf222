// Forms of the answers of capabilities. They're loaded when one is asked, so that no first load carries them.
import { identity, linkContent, paymentLink, shortNames } from './answers/links.js'
import {
  callsSupport,
  pendingFacts,
  preparedCalls,
  preparedReplacement,
  preparedSend,
} from './answers/prepared.js'
import {
  amount,
  anyFunction,
  anything,
  bytes,
  listOf,
  named,
  optional,
  shaped,
  text,
  tokenReference,
  units,
} from './answers/readers.js'
import { ownError } from './answers/readLater.js'
import { allowancesAnswer, collectiblesPage, historyPage } from './answers/records.js'
import { submitted, submittedCalls, submittedReplacement } from './answers/submitted.js'
import type { CapabilityAnswer } from '../keys/token.js'
import { checkAmount } from './capabilities/amount.js'
import type { BalanceCapability, BalanceRequest, MultipliersRequest } from './capabilities/balance.js'
import { checkMultipliers, checkTokenAmounts, findSoundAssets } from './checkHoldings.js'

type AskedRead = (value: unknown, at: string, asked: CapabilityAnswer) => unknown

/** A chain that can't say what it holds at most has said nothing: what every chain holds at most stands. */
function largest({ given, value }: CapabilityAnswer): bigint | undefined {
  try {
    return (value as BalanceCapability).largest?.((given[0] as BalanceRequest).networkId)
  } catch {
    return undefined
  }
}

const signature = shaped({ signature: named, type: named, signedMessage: optional(bytes) })
const calls = listOf(anything)

/** By the token's id without its first words, and the function. */
const forms: Readonly<Record<string, Readonly<Record<string, AskedRead>>>> = {
  'allowances/1': { read: allowancesAnswer },
  'balance/1': {
    native: (value, _, asked) => checkAmount(value as never, largest(asked)),
    tokens: (value, _, asked) => checkTokenAmounts(value, !requestOf(asked)?.['tokens'], largest(asked)),
    multipliers: (value, _, asked) =>
      checkMultipliers(value, (asked.given[0] as MultipliersRequest).tokens.length),
  },
  'calls/1': { support: callsSupport, prepare: preparedCalls, follow: submittedCalls },
  'collectibleTransfers/1': {
    prepare: shaped({ calls, ownerHas: units, receiverHas: units }),
    count: units,
  },
  'history/1': { read: historyPage },
  'identity/1': { lookup: identity, resolve: optional(named) },
  'ownedCollectibles/1': { read: collectiblesPage },
  'paymentRequest/1': { create: paymentLink, read: linkContent, shortNames },
  'remoteProvider/1': {
    load: shaped({ createProvider: anyFunction, kindOf: optional(anyFunction) }),
  },
  'replace/1': { find: pendingFacts, prepare: preparedReplacement, follow: submittedReplacement },
  'requestNetwork/1': { request: () => undefined },
  'send/1': { prepare: preparedSend, maximum: amount, reserve: amount, calls, follow: submitted },
  'signIn/1': {
    signIn: shaped({ address: named, message: text, signedMessage: bytes, signature: named, type: named }),
  },
  'signMessage/1': { sign: signature },
  'signTransaction/1': { sign: bytes },
  'tokenFacts/1': { read: tokenReference },
  'walletAssets/1': { read: findSoundAssets },
}

/**
 * Returns a checked copy of an answer.
 *
 * @throws BaseError `ANSWER_INVALID`, or `AMOUNT_INVALID` of balances, when it isn't of the form; `REQUEST_ABORTED` or `UNKNOWN`
 *   for a mistake in the plugin; what else it threw.
 */
export function checkAnswer(outcome: PromiseSettledResult<unknown>, asked: CapabilityAnswer): unknown {
  if (outcome.status === 'rejected') throw ownError(outcome.reason, requestOf(asked)?.['signal'])
  const { id, name } = asked
  const read = forms[id.slice('latchkey.capability.'.length)]?.[name] ?? anything
  return read(outcome.value, `${id}, ${name}()`, asked)
}

const requestOf = ({ given }: CapabilityAnswer) => given[0] as Readonly<Record<string, unknown>> | undefined
