import { BaseError } from './base.js'

/** An error a wallet or node gave by number. */
export class RpcError extends BaseError {
  constructor(
    shortMessage: string,
    options: { code: string; rpcCode?: number; cause?: unknown; detail?: string },
  ) {
    const { detail, ...rest } = options
    super(shortMessage, {
      ...rest,
      ...(detail ? { metaMessages: [`The wallet or node said: ${detail}`] } : {}),
    })
    this.name = 'RpcError'
  }
}
