import { plainText, BaseError, type HttpStatusError, isKernelError } from '@latchkey/kernel/plugin'
import { refusal } from './schema.js'

const sentences = {
  WALLET_DATA_REFUSED: 'The wallet-data service does not accept this request.',
  WALLET_DATA_PROJECT_UNKNOWN: 'The wallet-data service does not know the project of this app.',
  WALLET_DATA_PROJECT_MISSING: 'The wallet-data service does not answer this app without a project.',
  WALLET_DATA_SIGNATURE_REFUSED:
    'The wallet-data service does not take this signature for the account. Try again.',
  WALLET_DATA_ORIGIN_FORBIDDEN: 'The wallet-data service does not serve this site.',
  WALLET_DATA_NOT_FOUND: 'The wallet-data service has nothing here.',
  WALLET_DATA_BUSY:
    'There were too many requests to the wallet-data service from here. Try again in a moment.',
  WALLET_DATA_DOWN: 'The wallet-data service does not work right now. Try again in a moment.',
  WALLET_DATA_UNREACHABLE: 'The wallet-data service can’t be reached. Check the connection and try again.',
  WALLET_DATA_SLOW: 'The wallet-data service takes too long to answer. Try again in a moment.',
  WALLET_DATA_INVALID: 'The wallet-data service answered with something that was not expected.',
  WALLET_DATA_ROWS_INVALID:
    'The wallet-data service answered with entries that can’t be read. They are left out.',
} as const
export type ServiceErrorCode = keyof typeof sentences

export function serviceError(
  code: ServiceErrorCode,
  options: { readonly cause?: unknown; readonly metaMessages?: readonly string[] } = {},
): BaseError {
  return new BaseError(sentences[code], { code, ...options })
}

/** What a developer has to do about faults of the app's own set-up, or of this client: no person can mend them. */
const remedies: { readonly [code in ServiceErrorCode]?: string } = {
  WALLET_DATA_PROJECT_UNKNOWN: 'Check "projectId" of walletData().',
  WALLET_DATA_PROJECT_MISSING: 'Give "projectId" to walletData(), as the service told it to you.',
  WALLET_DATA_ORIGIN_FORBIDDEN: 'Allow the origin in the settings of the project.',
  WALLET_DATA_NOT_FOUND: 'Check "url" of walletData().',
  WALLET_DATA_REFUSED: 'Look at its reasons; the service may be of another version than this client.',
}

/** Said to the developer once. That a service does not serve a network is no fault. */
export const isSetUpFault = (problem: BaseError): boolean =>
  Object.hasOwn(remedies, problem.code) && !isUnsupported(problem)

/** The contract answers 400 for a chain or namespace that a route does not serve, and says so in words only. */
export function isUnsupported(error: unknown): boolean {
  if (!isKernelError(error, 'WALLET_DATA_REFUSED')) return false
  return /unsupported|not (?:supported|served)/i.test(error.metaMessages.join(' '))
}

export function statusOf(error: unknown): number | undefined {
  return isKernelError(error, 'HTTP_STATUS') ? (error as HttpStatusError).status : undefined
}

/** Says what a failed request means, without what the app keeps to itself. */
export function describeFailure(
  error: unknown,
  { hide, hasProject }: { hide(text: string): string; readonly hasProject: boolean },
): BaseError {
  const status = statusOf(error)
  if (status === undefined) {
    if (!isKernelError(error)) return serviceError('WALLET_DATA_DOWN', { cause: error })
    const code = codes[error.code]
    return code ? serviceError(code, { cause: error }) : error
  }
  const reasons = reasonsOf((error as HttpStatusError).body).map((reason) => hide(reason))
  // Not with its cause: the body of the answer may repeat what was sent.
  const code = codeOfStatus(status, reasons, hasProject)
  const remedy = remedies[code]
  return serviceError(code, {
    metaMessages: [...(remedy === undefined ? [] : [remedy]), `HTTP status code: ${status}`, ...reasons],
  })
}

const codes: Readonly<Record<string, ServiceErrorCode>> = {
  HTTP_UNREACHABLE: 'WALLET_DATA_UNREACHABLE',
  HTTP_TIMEOUT: 'WALLET_DATA_SLOW',
  HTTP_NOT_JSON: 'WALLET_DATA_INVALID',
  INVALID_DATA: 'WALLET_DATA_INVALID',
}

function codeOfStatus(status: number, reasons: readonly string[], hasProject: boolean): ServiceErrorCode {
  const asksProject = status === 401 || ([400, 403].includes(status) && /project/i.test(reasons.join(' ')))
  // The contract says 401 to an unknown project and to a signature of somebody else.
  const isSigned = status === 401 && /signature|owner|signer/i.test(reasons.join(' '))
  if (isSigned) return 'WALLET_DATA_SIGNATURE_REFUSED'
  if (!hasProject && asksProject) return 'WALLET_DATA_PROJECT_MISSING'
  if (status === 401) return 'WALLET_DATA_PROJECT_UNKNOWN'
  if (status === 403) return 'WALLET_DATA_ORIGIN_FORBIDDEN'
  if (status === 404 || status === 410) return 'WALLET_DATA_NOT_FOUND'
  if (status === 429) return 'WALLET_DATA_BUSY'
  return status < 500 ? 'WALLET_DATA_REFUSED' : 'WALLET_DATA_DOWN'
}

/** The sentences of the contract's error body: `{ status: 'FAILED', reasons: [{ field, description }] }`. */
function reasonsOf(body: string): readonly string[] {
  try {
    const { reasons } = refusal.parse(JSON.parse(body))
    return reasons.slice(0, 5).map(({ field, description }) => {
      const sentence = plainText(description, 200)
      return field ? `${plainText(field, 40)}: ${sentence}` : sentence
    })
  } catch {
    // Another form of body: the status says enough.
    return []
  }
}
