import { BaseError } from '@latchkey/kernel/plugin'
import type { SolanaSignInInput } from '@solana/wallet-standard-features'

/** What a text of Sign In With Solana says. */
export interface SiwsMessage extends SolanaSignInInput {
  readonly domain: string
  readonly address: string
}

const fields = [
  ['uri', 'URI'],
  ['version', 'Version'],
  ['chainId', 'Chain ID'],
  ['nonce', 'Nonce'],
  ['issuedAt', 'Issued At'],
  ['expirationTime', 'Expiration Time'],
  ['notBefore', 'Not Before'],
  ['requestId', 'Request ID'],
] as const

const firstLine = ' wants you to sign in with your Solana account:'

/**
 * Writes the text of Sign In With Solana, by its ABNF: the fields in their order, absent and empty ones left out.
 *
 * @throws BaseError `SIGN_IN_INPUT_INVALID` when a member has a line break, which would let it pose as another field.
 */
export function writeSiws(message: SiwsMessage): string {
  const { domain, address, statement, resources = [] } = message
  const texts = {
    domain,
    address,
    statement,
    ...Object.fromEntries(fields.map(([key]) => [key, message[key]])),
  }
  for (const [key, text] of [
    ...Object.entries(texts),
    ...resources.map((text) => ['resources', text] as const),
  ]) {
    if (text !== undefined && (typeof text !== 'string' || /\p{Cc}/u.test(text))) {
      throw new BaseError(`The sign-in text cannot be written: "${key}" must be one line.`, {
        code: 'SIGN_IN_INPUT_INVALID',
        parameters: { field: key },
      })
    }
  }
  const lines = fields.flatMap(([key, label]) => (message[key] ? [`${label}: ${message[key]}`] : []))
  if (message.resources) lines.push('Resources:', ...resources.map((resource) => `- ${resource}`))
  const parts = [`${domain}${firstLine}\n${address}`]
  if (statement) parts.push(statement)
  if (lines.length > 0) parts.push(lines.join('\n'))
  return parts.join('\n\n')
}

/**
 * Reads the text of Sign In With Solana, or answers `undefined` when it is none. Takes one or two empty lines where
 * there is no statement, and statements of several lines, because wallets write both.
 */
export function readSiws(text: string): SiwsMessage | undefined {
  const lines = text.split('\n')
  const [head = '', address = ''] = lines
  if (!head.endsWith(firstLine) || address === '') return undefined
  const domain = head.slice(0, -firstLine.length)
  if (domain === '') return undefined
  let end = lines.length
  const resourcesAt = lines.lastIndexOf('Resources:')
  let resources: string[] | undefined
  if (resourcesAt > 1 && lines.slice(resourcesAt + 1).every((line) => line.startsWith('- '))) {
    resources = lines.slice(resourcesAt + 1).map((line) => line.slice(2))
    end = resourcesAt
  }
  const values: Record<string, string> = {}
  // From the last field backwards, so that a line of the statement that looks like a field stays in the statement.
  for (const [key, label] of [...fields].reverse()) {
    const line = lines[end - 1]
    if (end <= 3 || !line?.startsWith(`${label}: `)) continue
    values[key] = line.slice(label.length + 2)
    end -= 1
  }
  const hasFields = end < lines.length
  const between = lines.slice(2, end)
  if (between.length === 0) return hasFields ? undefined : { domain, address }
  if (between[0] !== '') return undefined
  if (hasFields ? between.at(-1) !== '' : between.length === 1) return undefined
  const body = between.slice(1, hasFields ? -1 : undefined)
  const statement = body.join('\n')
  return {
    domain,
    address,
    ...(statement === '' ? {} : { statement }),
    ...values,
    ...(resources ? { resources } : {}),
  }
}
