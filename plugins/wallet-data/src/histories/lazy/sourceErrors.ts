import { BaseError, type HttpStatusError, isKernelError } from '@latchkey/kernel/plugin'

export type HistoryErrorCode = 'HISTORY_KEY_REFUSED' | 'HISTORY_SOURCE_BUSY' | 'HISTORY_SOURCE_FAILED'

const sentences: { readonly [code in HistoryErrorCode]: (name: string) => string } = {
  HISTORY_KEY_REFUSED: (name) => `${name} doesn’t accept the key of this app.`,
  HISTORY_SOURCE_BUSY: (name) => `${name} is limiting requests. Try again later.`,
  HISTORY_SOURCE_FAILED: (name) => `Couldn’t load the history from ${name}.`,
}

/** Never with what was sent or answered, which may hold the app's key. */
export function sourceError(
  code: HistoryErrorCode,
  name: string,
  details: readonly string[] = [],
): BaseError {
  const remedy =
    code === 'HISTORY_KEY_REFUSED' ? ['Check the key, and which networks and origins it allows.'] : []
  return new BaseError(sentences[code](name), {
    code,
    parameters: { source: name },
    metaMessages: [...remedy, ...details],
  })
}

/** What a failed request means. */
export function describeSourceFailure(error: unknown, name: string): BaseError {
  if (isKernelError(error) && error.code.startsWith('HISTORY_')) return error
  if (!isKernelError(error, 'HTTP_STATUS')) {
    return sourceError('HISTORY_SOURCE_FAILED', name, isKernelError(error) ? [`Reason: ${error.code}`] : [])
  }
  const { status } = error as HttpStatusError
  const isRefused = status === 401 || status === 402 || status === 403
  const code = isRefused
    ? 'HISTORY_KEY_REFUSED'
    : status === 429
      ? 'HISTORY_SOURCE_BUSY'
      : 'HISTORY_SOURCE_FAILED'
  return sourceError(code, name, [`HTTP status code: ${status}`])
}
