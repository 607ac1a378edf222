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
  /** The code is not the one that was sent. */
  'code_wrong',
  /** The code's time is over. Send a new one. */
  'code_expired',
  /** Too many wrong codes. Send a new one. */
  'too_many_tries',
  /** An email was sent a moment ago. Wait before asking for the next. */
  'email_throttled',
  /** The person has not approved this device by the link in their email. */
  'device_not_approved',
  /** The provider of the social login didn't confirm who the person is. */
  'login_failed',
  /** The provider of the social login can't be reached. */
  'provider_unavailable',
  /** Another account has this address. */
  'email_taken',
  /** The account has this address already. */
  'email_unchanged',
  /** The service's limit for this account is reached. */
  'limit_reached',
  /** Nobody is logged in. */
  'not_connected',
  /** The login's time is over. Log in again. */
  'session_expired',
  /** This browser has no share of the key: the recovery code is needed. */
  'recovery_needed',
  /** The recovery code is not the account's. */
  'recovery_failed',
  /** The person declined. */
  'user_rejected',
  /** The embedded wallet doesn't offer this method to apps. */
  'method_not_allowed',
  /** The service lists no node for this network. Add it to the service's networks. */
  'network_not_supported',
  /** The frame can't read what the app asked. Check that the versions of app and service fit. */
  'invalid_request',
  /** The service counts too many requests. Try again later. */
  'too_many_requests',
  /** The service, or what it needs, can't be reached. */
  'service_unavailable',
  /** This service doesn't offer it, as an operator can choose. */
  'not_available',
  /** The network's node refused the request; `rpcCode` is its number. */
  'rpc_error',
  /** Something failed in the frame that has no code of its own. Look at the service's log. */
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
