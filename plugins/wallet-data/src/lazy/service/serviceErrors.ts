import { plainText, BaseError, type HttpStatusError, isKernelError } from '@latchkey/kernel/plugin'
import { refusal } from './schema.js'

const sentences = {
  WALLET_DATA_REFUSED: 'The wallet-data service does not accept this request.',
  WALLET_DATA_PROJECT_UNKNOWN:
    'The wallet-data service does not know this project. Check "projectId" of walletData().',
  WALLET_DATA_SIGNATURE_REFUSED:
    'The wallet-data service does not take this signature for the account. Try again.',
  WALLET_DATA_ORIGIN_FORBIDDEN:
    'The wallet-data service does not serve this origin. Allow the origin in the settings of the project.',
  WALLET_DATA_NOT_FOUND: 'The wallet-data service has nothing here. Check "url" of walletData().',
  WALLET_DATA_BUSY:
    'The wallet-data service takes no more requests from here for now. Try again in a moment.',
  WALLET_DATA_DOWN: 'The wallet-data service does not work right now. Try again in a moment.',
  WALLET_DATA_UNREACHABLE: 'The wallet-data service cannot be reached. Check the connection and try again.',
  WALLET_DATA_SLOW: 'The wallet-data service takes too long to answer. Try again in a moment.',
  WALLET_DATA_INVALID: 'The wallet-data service answered with something that was not expected.',
  WALLET_DATA_ROWS_INVALID:
    'The wallet-data service answered with entries that cannot be read. They are left out.',
} as const
export type ServiceErrorCode = keyof typeof sentences

export function serviceError(
  code: ServiceErrorCode,
  options: { readonly cause?: unknown; readonly metaMessages?: readonly string[] } = {},
): BaseError {
  return new BaseError(sentences[code], { code, ...options })
}

/** Faults of the app's own set-up: said once to the developer, because no person can mend them. */
export function isSetUpFault({ code }: BaseError): boolean {
  return ['WALLET_DATA_PROJECT_UNKNOWN', 'WALLET_DATA_ORIGIN_FORBIDDEN', 'WALLET_DATA_NOT_FOUND'].includes(
    code,
  )
}

export function statusOf(error: unknown): number | undefined {
  return isKernelError(error, 'HTTP_STATUS') ? (error as HttpStatusError).status : undefined
}

/** Says what a failed request means, without what the app keeps to itself. */
export function describeFailure(error: unknown, hide: (text: string) => string): BaseError {
  const status = statusOf(error)
  if (status === undefined) {
    if (!isKernelError(error)) return serviceError('WALLET_DATA_DOWN', { cause: error })
    const code = codes[error.code]
    return code ? serviceError(code, { cause: error }) : error
  }
  const reasons = reasonsOf((error as HttpStatusError).body).map(hide)
  // Not with its cause: the body of the answer may repeat what was sent.
  return serviceError(codeOfStatus(status, reasons), {
    metaMessages: [`HTTP status code: ${status}`, ...reasons],
  })
}

const codes: Readonly<Record<string, ServiceErrorCode>> = {
  HTTP_UNREACHABLE: 'WALLET_DATA_UNREACHABLE',
  HTTP_TIMEOUT: 'WALLET_DATA_SLOW',
  HTTP_NOT_JSON: 'WALLET_DATA_INVALID',
  INVALID_DATA: 'WALLET_DATA_INVALID',
}

function codeOfStatus(status: number, reasons: readonly string[]): ServiceErrorCode {
  // The contract says 401 to an unknown project and to a signature of somebody else.
  const isSigned = status === 401 && /signature|owner|signer/i.test(reasons.join(' '))
  if (isSigned) return 'WALLET_DATA_SIGNATURE_REFUSED'
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
