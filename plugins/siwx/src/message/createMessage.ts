import { formatText } from './formatText.js'
import type { MessageProfile } from './MessageProfile.js'
import { type ParsedMessage, parseMessage } from './parseMessage.js'
import { SiwxError } from './SiwxError.js'
import type { SiwxMessage } from './SiwxMessage.js'

/** The lines of a message as its profile prints them; what a wallet is asked to sign. */
export function messageLines(message: SiwxMessage, profile: MessageProfile) {
  const { accountAddress, chainId, ...rest } = message
  const printed = profile.printChain(chainId)
  if (printed === undefined) {
    throw new SiwxError(
      'SIWX_CHAIN_INVALID',
      `"${chainId}" is not a chain of the namespace "${profile.namespace}". Pass a CAIP-2 id of that namespace.`,
    )
  }
  return { ...rest, address: accountAddress, chainId: printed }
}

/**
 * Builds the text a wallet signs (CAIP-122 with the profile of the namespace). The text is read back with
 * the strict parser before it is returned, so a text that leaves here is one the server takes, field for field.
 * @throws SiwxError `SIWX_MESSAGE_INVALID` naming the field, or `SIWX_CHAIN_INVALID`.
 */
export function createMessage(message: SiwxMessage, profile: MessageProfile): string {
  const text = formatText(messageLines(message, profile), profile.grammar)
  const parsed = parseMessage(text, profile)
  if (!parsed.ok) throw invalid(describe(parsed))
  const changed = changedField(message, parsed.message)
  if (changed) throw invalid(`the field "${changed}" would be read back as something else`)
  return text
}

function describe(parsed: Exclude<ParsedMessage, { ok: true }>): string {
  switch (parsed.reason) {
    case 'text':
      return `line ${parsed.problem.line} must be ${parsed.problem.expected}`
    case 'missing':
      return `the field "${parsed.field}" is missing`
    case 'address':
      return 'the account address is not one of the namespace in its required spelling (EIP-55 on EVM)'
    case 'chain':
      return 'the chain id cannot be printed in a form the namespace issues'
  }
}

function changedField(wanted: SiwxMessage, read: SiwxMessage): string | undefined {
  const names = new Set([...Object.keys(wanted), ...Object.keys(read)]) as Set<keyof SiwxMessage>
  for (const name of names) {
    if (JSON.stringify(wanted[name]) !== JSON.stringify(read[name])) return name
  }
  return undefined
}

function invalid(problem: string): SiwxError {
  return new SiwxError(
    'SIWX_MESSAGE_INVALID',
    `The sign-in message cannot be built: ${problem}. Correct the field and build the message again.`,
  )
}
