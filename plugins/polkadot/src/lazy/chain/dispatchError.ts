import type { SendDecision } from '@latchkey/kernel/contracts'
import type { DispatchError } from '@polkadot/types/interfaces'

/** Errors of the runtime that a transfer meets, by their name there. */
const sentences: Readonly<Record<string, string>> = {
  'balances.InsufficientBalance': 'There was not enough to pay for the amount and the network fee.',
  'balances.ExistentialDeposit': 'The amount is too little to open the receiver’s account.',
  'balances.KeepAlive': 'It would have closed your account.',
  'balances.Expendability': 'It would have closed your account.',
  'balances.LiquidityRestrictions': 'A part of the balance is frozen.',
  'token.FundsUnavailable': 'There was not enough to pay for the amount and the network fee.',
  'token.BelowMinimum': 'The amount is too little to open the receiver’s account.',
  'token.Frozen': 'A part of the balance is frozen.',
  'token.NotExpendable': 'It would have closed your account.',
  'token.OnlyProvider': 'It would have closed your account.',
}

/** One sentence for people, from the error a block recorded. */
export function describeDispatchError(error: DispatchError): string {
  const name = nameOf(error)
  return sentences[name] ?? `The network reported: ${name}.`
}

/** What became of a transaction that a block has with this error. Its code is the runtime's own name for the error. */
export function failedBy(error: DispatchError): SendDecision {
  return { status: 'failed', code: nameOf(error), reason: describeDispatchError(error) }
}

function nameOf(error: DispatchError): string {
  if (!error.isModule) return error.isToken ? `token.${error.asToken.type}` : error.type
  try {
    const { section, name } = error.registry.findMetaError(error.asModule)
    return `${section}.${name}`
  } catch {
    // The metadata has no such error: a runtime upgrade since.
    return error.asModule.toString()
  }
}
