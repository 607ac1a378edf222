/** What the transport itself reports, on the side of the app. */
export type TransportErrorCode =
  /** The frame did not announce itself in time. */
  | 'iframe_load_failed'
  /** The frame did not answer in time. */
  | 'iframe_request_timeout'
  /** The service does not allow this app's origin. */
  | 'unverified_domain'
  /** The caller, or the person who closed the modal, gave the request up. */
  | 'aborted'
  /** The frame was removed, reloaded, or stopped answering, while it worked on the request. */
  | 'frame_gone'
  /** The frame answered something that is no answer to this request. */
  | 'invalid_reply'

/** What the frame answers when it cannot do what was asked. */
export const frameErrorCodes = [
  'code_wrong',
  'code_expired',
  'too_many_tries',
  'email_throttled',
  'device_not_approved',
  'login_failed',
  'provider_unavailable',
  'email_taken',
  'email_unchanged',
  'limit_reached',
  'not_connected',
  'session_expired',
  'recovery_needed',
  'recovery_failed',
  'user_rejected',
  'method_not_allowed',
  'network_not_supported',
  'invalid_request',
  'too_many_requests',
  'service_unavailable',
  'not_available',
  'rpc_error',
  'failed',
] as const

export type FrameErrorCode = (typeof frameErrorCodes)[number]

export interface FrameErrorDetails {
  /** Code of the node or of the wallet, as in EIP-1193 and EIP-1474. */
  readonly rpcCode?: number | undefined
  /** Whole seconds after which it can be tried again. */
  readonly retryAfter?: number | undefined
  /** Whether the frame certainly signed nothing for the request. Absent: it may have. */
  readonly nothingSigned?: boolean | undefined
  readonly cause?: unknown
}

const sentences: Readonly<Record<TransportErrorCode, string>> = {
  iframe_load_failed:
    'The embedded wallet did not load within 20 seconds. Check that the service can be reached and may be framed by this page (frame-src).',
  iframe_request_timeout:
    'The embedded wallet did not answer in time. Try again; if it stays silent, check the service.',
  unverified_domain:
    "The embedded wallet does not serve this page's origin. Add the origin to the allowed origins of the service.",
  aborted: 'Request was aborted',
  frame_gone: 'The embedded wallet was closed or reloaded before it answered. Try again.',
  invalid_reply: 'The embedded wallet answered in a form that is not known. Check that app and service fit.',
}

/** Why a request to the frame did not succeed. Match on `code`; the message is for people. */
export class FrameError extends Error {
  override readonly name = 'FrameError'
  readonly code: TransportErrorCode | FrameErrorCode
  readonly rpcCode: number | undefined
  readonly retryAfter: number | undefined
  readonly nothingSigned: boolean

  constructor(
    code: TransportErrorCode | FrameErrorCode,
    message?: string,
    { rpcCode, retryAfter, nothingSigned = false, cause }: FrameErrorDetails = {},
  ) {
    super(
      message || ((sentences as Record<string, string>)[code] ?? 'An error occurred'),
      cause === undefined ? undefined : { cause },
    )
    this.code = code
    this.rpcCode = rpcCode
    this.retryAfter = retryAfter
    this.nothingSigned = nothingSigned
  }
}
