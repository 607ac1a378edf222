import { token } from '@latchkey/kernel/plugin'
import type { FrameView } from './protocol/events.js'

export type EmailAction = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'

export interface EmailAuthState {
  /** Where a code or a link was sent, while the login is under way. */
  readonly pendingEmail: string | undefined
  /** Who is logged in, as the service says. Absent while no one is. */
  readonly user: { readonly email: string | undefined; readonly userName: string | undefined } | undefined
  /** What the frame wants to show now. */
  readonly frameView: FrameView | null
  /** How much room the frame needs for it, in pixels. Absent until it has said so. */
  readonly frameHeight: number | undefined
}

/** Where the frame is shown, and what stands beside it. */
export interface FramePlace {
  /** The frame covers it for as long as it is shown. */
  readonly element: HTMLElement
  /** Stands above the frame, and names its dialog. */
  readonly title: string
  /** Name of the button that closes the frame. */
  readonly closeLabel: string
  onClose(): void
}

/** Logging in by email, for views. */
export interface EmailAuthService {
  readonly state: EmailAuthState
  /**
   * Asks for a login of this email address. A mail is sent unless the answer is `CONNECT`.
   *
   * @throws BaseError `EMAIL_THROTTLED` within 30 seconds of the last mail, `EMAIL_INVALID`, `IFRAME_LOAD_FAILED`,
   *   `IFRAME_REQUEST_TIMEOUT`, `UNVERIFIED_DOMAIN`
   */
  connectEmail(email: string): Promise<EmailAction>
  /** Asks for another mail to the address of the login that is under way. Errors as of `connectEmail`. */
  resend(): Promise<EmailAction>
  /** Resolves when the link in the mail was opened. Waits for as long as the signal is not aborted. */
  connectDevice(signal: AbortSignal): Promise<void>
  /** @throws BaseError `CODE_WRONG`, `CODE_EXPIRED`, `TOO_MANY_TRIES`, and those of the frame */
  connectOtp(otp: string): Promise<void>
  /** Whole seconds until another mail may be asked for; 0 when it may be now. */
  secondsUntilNextEmail(): number
  /** Shows the key to the person, inside the frame. The app never sees it. */
  exportKey(signal?: AbortSignal): Promise<void>
  /** Lays the frame over a place while it wants to be shown. Returns what takes it away. */
  placeFrame(place: FramePlace): () => void
  /** Gives up what the frame asks the person. */
  dismissFrame(): void
}

export const EmailAuth = token<EmailAuthService>('latchkey.emailAuth')
