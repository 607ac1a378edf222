import { token } from '@latchkey/kernel/plugin'
import type { FrameView } from './protocol/events.js'
import type { LoginWay } from './protocol/loginWays.js'
import type { RedirectProvider, SocialProvider } from './protocol/providers.js'

export type EmailAction = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'
export type EmailChangeAction = 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'

/** Who is logged in, as the service says. */
export interface LoggedIn {
  readonly email: string | undefined
  /** As the provider calls the person. */
  readonly userName: string | undefined
  readonly loggedInBy: LoginWay | undefined
}

/** Ways back into the wallet on a new device. */
export interface Recovery {
  readonly passkeys: number
  readonly hasCode: boolean
}

/** The smart account of the person who is logged in. */
export interface SmartAccountState {
  readonly address: string
  /** Whether it's deployed on the network that was used last. Its first transaction on a network deploys it. */
  readonly isDeployed: boolean
  /** EVM chain ids on which it works. */
  readonly networks: readonly number[]
}

/** The code that the account of the key runs on the network that is used (EIP-7702). */
export interface AccountUpgrade {
  /** Absent for code that the wallet doesn't know. */
  readonly name?: string | undefined
  readonly address: string
}

/** A transaction of the smart account that waits longer than usual. */
export interface StuckOperation {
  readonly hash: string
  /** Since it was handed over. */
  readonly seconds: number
}

/** What came of speeding a transaction up. */
export interface SpeedUpOutcome {
  /** Of the operation (ERC-4337) that's in its place now, or that was carried out. With `gone`, of the one that waited. */
  readonly hash: string
  /**
   * `replaced`: it was made again. Otherwise it was over first, and nothing was sent: `done` went through, `failed` was reverted,
   * and `gone` was displaced by another transaction or refused.
   */
  readonly outcome: 'replaced' | 'done' | 'failed' | 'gone'
}

export interface EmailAuthState {
  /** Where a code or a link was sent, while the login is under way. */
  readonly pendingEmail: string | undefined
  /** The address that the email is being changed to. */
  readonly nextEmail: string | undefined
  /** Absent while no one is logged in. */
  readonly user: LoggedIn | undefined
  /** Ways back into the wallet, once `readRecovery` was called. */
  readonly recovery: Recovery | undefined
  /** Absent where the service offers none. */
  readonly smartAccount: SmartAccountState | undefined
  /** Absent until `readUpgrade` was called, and while the account runs no code. */
  readonly upgrade?: AccountUpgrade | undefined
  /** Absent until `readStuck` was called. */
  readonly stuck?: readonly StuckOperation[] | undefined
  /**
   * Whether the window of the social login that is under way can't be seen any more: the person closed it, or the provider cut it off
   * from this page. The login waits on for its answer.
   */
  readonly isSocialWindowGone?: boolean | undefined
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
  /** The social logins that the host lists, in its order. */
  readonly socials: readonly SocialProvider[]
  /** Whether the host lists passkeys. */
  readonly passkey: boolean
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
  /**
   * Begins a social login. Call it in the click, because browsers block a window that opens later.
   *
   * @param inWindow Opens a window for it. Without one, or where the browser blocks it, `connectSocial` leads the whole
   *   page to the provider.
   */
  startSocial(inWindow: boolean): void
  /**
   * Logs in at a provider, once for each `startSocial`. When the page has come back from a provider, called with it, it
   * ends that login. Connect with the `emailAuth` connector afterwards.
   *
   * Waits for 15 minutes: `state.isSocialWindowGone` says when the window may have been closed.
   *
   * @throws BaseError `SOCIAL_WINDOW_CLOSED` when the login was given up or never ended, `SOCIAL_HANDED_OVER` in the window of a login,
   *   where the page that opened it goes on, `USER_REJECTED` when the person refused at the provider, `LOGIN_FAILED`,
   *   `PROVIDER_UNAVAILABLE` when another try ends the same
   */
  connectSocial(provider: RedirectProvider, signal: AbortSignal): Promise<void>
  /** The social login that the page has just come back from: `connectSocial` ends it, and clears the page's address. */
  socialReturn(): RedirectProvider | undefined
  /**
   * Starts a login with Farcaster. Returns the link that the person's Farcaster app opens, or scans as a code.
   *
   * @throws BaseError `NOT_AVAILABLE` when the service hasn't set it up, `SERVICE_UNAVAILABLE`
   */
  startFarcaster(signal: AbortSignal): Promise<string>
  /**
   * Resolves when the person's Farcaster app has signed. Connect with the `emailAuth` connector afterwards.
   *
   * @throws BaseError `CODE_EXPIRED` after ten minutes, `LOGIN_FAILED`
   */
  connectFarcaster(signal: AbortSignal): Promise<void>
  /** Logs in by a passkey, or makes one, inside the frame. @throws BaseError `USER_REJECTED`, `LOGIN_FAILED` */
  connectPasskey(signal: AbortSignal): Promise<void>
  /**
   * Asks to change the email address. The code of the known address comes first; a person without one goes on to the new
   * one's.
   *
   * @throws BaseError `EMAIL_INVALID`, `EMAIL_THROTTLED`
   */
  updateEmail(email: string): Promise<EmailChangeAction>
  /** Takes the code of the known address, and sends one to the new address. Errors as of `connectOtp`. */
  updateEmailPrimaryOtp(otp: string): Promise<void>
  /** Takes the code of the new address, which is the one to log in with from then on. @throws BaseError `EMAIL_TAKEN` too */
  updateEmailSecondaryOtp(otp: string): Promise<void>
  /** Brings `state.recovery` up to date. */
  readRecovery(): Promise<void>
  /** Adds a way back into the wallet, inside the frame. */
  addRecovery(kind: 'passkey' | 'code', signal?: AbortSignal): Promise<void>
  /** Brings `state.upgrade` up to date. */
  readUpgrade(): Promise<void>
  /**
   * Takes the code from the account, once the person has agreed inside the frame. Returns the transaction's hash.
   *
   * @throws BaseError `USER_REJECTED`
   */
  undoUpgrade(signal?: AbortSignal): Promise<string>
  /** Brings `state.stuck` up to date, for the network that is used. */
  readStuck(): Promise<void>
  /**
   * Makes a transaction that waits again with a higher fee, once the person has agreed inside the frame. Only one of the two can
   * be carried out. An id of `wallet_sendCalls` stays valid, and tells of the one that's carried out.
   *
   * @throws BaseError `USER_REJECTED`
   */
  speedUp(hash: string, signal?: AbortSignal): Promise<SpeedUpOutcome>
  /** Whole seconds until another mail may be asked for; 0 when it may be now. */
  secondsUntilNextEmail(): number
  /** Shows the key to the person, inside the frame. The app never sees it. */
  exportKey(signal?: AbortSignal): Promise<void>
  /** Lays the frame over a place while it wants to be shown. Returns what takes it away. */
  placeFrame(place: FramePlace): () => void
  /** Gives up what the frame asks the person. */
  dismissFrame(): void
}

export const EmailAuth = token<EmailAuthService>('latchkey.emailAuth', {
  package: '@latchkey/plugin-email-auth',
})
