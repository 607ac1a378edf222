/** What a JSON-RPC server returned for one call. */
export interface RpcAnswer {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

export const missingAnswer: RpcAnswer = {
  error: { code: -1, message: 'The server left out the answer to this call.' },
}

/** Returns `undefined` for what has neither a result nor an error. */
export function readAnswer(value: unknown): RpcAnswer | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { result, error } = value as Record<string, unknown>
  if (error === undefined || error === null) return 'result' in value ? { result } : undefined
  const { code, message, data } = (typeof error === 'object' ? error : { message: error }) as Record<
    string,
    unknown
  >
  return {
    error: {
      code: typeof code === 'number' ? code : -1,
      message: typeof message === 'string' ? message.slice(0, 2_000) : 'The server gave no reason.',
      ...(data === undefined ? {} : { data }),
    },
  }
}
